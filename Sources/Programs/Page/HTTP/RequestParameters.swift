/// The parameters of a request, such as `from=0&to=60`.
package struct RequestParameters: Hashable, Sendable {
  /// The parameters as the request has them.
  package let text: String

  /// Returns the value of a parameter as it is written; that of the first, if there are several.
  package func value(_ name: String) -> String? { values(name).first }

  private func values(_ name: String) -> [String] {
    text.unicodeScalars.split(separator: "&").compactMap { member in
      let parts = member.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
        .map(String.init)
      return parts.count == 2 && parts[0] == name ? parts[1] : nil
    }
  }

  /// Returns the texts that all parameters of a name encode.
  func texts(_ name: String) -> [String] { values(name).compactMap(Self.decoded) }

  /// Returns the text that a parameter of the query encodes, as forms do: `a+b%21` for `a b!`.
  func text(_ name: String) -> String? {
    value(name).flatMap(Self.decoded)
  }

  private static func decoded(_ value: String) -> String? {
    var bytes: [UInt8] = []
    var rest = Array(value.utf8)[...]
    while let byte = rest.popFirst() {
      switch byte {
      case UInt8(ascii: "+"): bytes.append(UInt8(ascii: " "))
      case UInt8(ascii: "%"):
        let digits = String(decoding: rest.prefix(2), as: UTF8.self)
        guard digits.utf8.count == 2, let code = UInt8(digits, radix: 16) else { return nil }
        bytes.append(code)
        rest = rest.dropFirst(2)
      default: bytes.append(byte)
      }
    }
    return String(validating: bytes, as: UTF8.self)
  }
}
