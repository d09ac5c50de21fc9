/// The name that calls a program: fit for a command line, a completion script and a folder.
package struct ToolName: Hashable {
  /// The name, such as `shotflow`.
  package let text: String

  /// Creates a name. Stops the program if the text has anything but letters, digits, `-`, `_` and
  /// `.`, or doesn't begin with a letter or digit.
  package init(_ text: String) {
    precondition(Self.isPlain(text), "\"\(text)\" can't name a tool")
    self.text = text
  }

  /// Creates the name of a program from the path it was called by; `shotflow` if its last part is
  /// invalid.
  package init(ofCall path: String) {
    let last = path.split(separator: "/").last.map(String.init) ?? ""
    text = Self.isPlain(last) ? last : "shotflow"
  }

  private static func isPlain(_ text: String) -> Bool {
    guard let first = text.utf8.first, isLetterOrDigit(first) else { return false }
    return text.utf8.allSatisfy { isLetterOrDigit($0) || "-_.".utf8.contains($0) }
  }

  private static func isLetterOrDigit(_ byte: UInt8) -> Bool {
    switch byte {
    case UInt8(ascii: "A")...UInt8(ascii: "Z"), UInt8(ascii: "a")...UInt8(ascii: "z"),
      UInt8(ascii: "0")...UInt8(ascii: "9"):
      true
    default: false
    }
  }
}
