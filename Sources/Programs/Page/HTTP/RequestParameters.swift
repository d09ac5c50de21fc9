/// The parameters of a request, such as `from=0&to=60`.
package struct RequestParameters: Hashable, Sendable {
  /// The parameters as in the request, not decoded.
  package let text: String

  /// Returns the value of the first parameter of a name, not decoded; nil if the name is missing.
  package func value(_ name: String) -> String? { values(name).first }

  private func values(_ name: String) -> [String] {
    text.unicodeScalars.split(separator: "&").compactMap { member in
      let parts = member.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
        .map(String.init)
      return parts.count == 2 && parts[0] == name ? parts[1] : nil
    }
  }

  /// Returns the decoded values of all parameters of a name, without those that can't be decoded.
  func texts(_ name: String) -> [String] { values(name).compactMap(Self.decoded) }

  /// Returns the decoded value of the first parameter of a name, such as `a b!` for `a+b%21`; nil
  /// if the name is missing or the value can't be decoded.
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
