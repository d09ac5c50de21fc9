/// The word by which a program is called: fit for a command line, a completion script and a folder.
package struct ToolName: Hashable {
  package let text: String

  /// The name in the declarations of commands.
  ///
  /// A type declares a command, and nothing can be handed to it. So the name is bound here while
  /// declarations are read, by ``Tool/declaring(_:)``, and everything else asks its ``Tool``.
  @TaskLocal package static var declared = "shotflow"

  /// - Precondition: it is a plain word.
  package init(_ text: String) {
    precondition(Self.isPlain(text), "\"\(text)\" can't name a tool")
    self.text = text
  }

  /// The name of a program that was called by this path; `shotflow` when that is no plain word.
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
