/// One file of a plugin that another commit changes.
public struct PluginChange: Hashable, Sendable {
  /// Such as `changed init.lua`.
  public let summary: String
  /// The lines that differ, with those around them, as git shows them; empty for a file that is new or
  /// gone, or is no text.
  public let lines: [String]

  /// More lines of a file than these are counted alone.
  private static let mostLines = 200

  init(_ summary: String, difference: String = "") {
    self.summary = summary
    let lines = difference.split(separator: "\n", omittingEmptySubsequences: false)
      .drop { !$0.hasPrefix("@@") }.map(String.init)
    let rest = lines.count - Self.mostLines
    self.lines = lines.prefix(Self.mostLines) + (rest > 0 ? ["… and \(rest) lines more"] : [])
  }
}
