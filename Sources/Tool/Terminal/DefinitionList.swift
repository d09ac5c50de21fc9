/// Terms with their meanings in two columns, of which the second is wrapped to the width of a page.
/// A term that is too long for its column has a line of its own.
///
/// ```swift
/// DefinitionList([("--limit <number>", "at most so many assets")]).lines(within: 80)
/// ```
package struct DefinitionList {
  private let rows: [(term: String, meaning: String)]
  private let termColumns: Int

  /// The greatest width of the first column, in columns of the terminal.
  private static let mostTermColumns = 30
  private static let indent = "  "

  package init(_ rows: [(term: String, meaning: String)]) {
    self.rows = rows
    termColumns =
      rows.map { TerminalText.columns(of: $0.term) }
      .filter { $0 <= Self.mostTermColumns }.max() ?? Self.mostTermColumns
  }

  /// The least width of the second column, in columns, however narrow the terminal is.
  private static let leastColumns = 20

  package func lines(within columns: Int) -> [String] {
    let start = Self.indent.count + termColumns + 2
    return rows.flatMap { row in
      let padding = termColumns - TerminalText.columns(of: row.term)
      var lines = [Self.indent + row.term + String(repeating: " ", count: max(0, padding))]
      var text = Self.wrapped(row.meaning, to: max(columns - start, Self.leastColumns))[...]
      if padding >= 0, let first = text.popFirst() { lines[0] += "  " + first }
      lines += text.map { String(repeating: " ", count: start) + $0 }
      return lines
    }
  }

  private static func wrapped(_ text: String, to columns: Int) -> [String] {
    var lines: [String] = []
    for word in text.split(separator: " ").map(String.init) {
      if let last = lines.last,
        TerminalText.columns(of: last) + 1 + TerminalText.columns(of: word) <= columns
      {
        lines[lines.count - 1] += " " + word
      } else {
        lines.append(word)
      }
    }
    return lines
  }
}
