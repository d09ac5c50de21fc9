package import Terminal

/// Rows of cells in columns: the first column aligned left, numbers aligned right.
package struct TextTable: CustomStringConvertible {
  private let rows: [[String]]
  private let alignsNumbers: Bool
  private let mark: Mark

  /// A function that styles a cell; gets the numbers of its row and column, and its text.
  package typealias Mark = (Int, Int, String) -> String

  /// Creates a table; `mark` styles cells, whose widths are measured before that.
  package init(
    _ rows: [[String]], alignsNumbers: Bool = true, mark: @escaping Mark = { _, _, text in text }
  ) {
    self.rows = rows
    self.alignsNumbers = alignsNumbers
    self.mark = mark
  }

  /// Returns a table whose first row holds the names of the columns.
  package static func titled(_ rows: [[String]], _ style: Style) -> TextTable {
    TextTable(rows, alignsNumbers: false) { row, _, text in row == 0 ? style.bold(text) : text }
  }

  package var description: String {
    let columns = rows.map(\.count).max() ?? 0
    let widths = (0..<columns).map { column in
      rows.map { $0.count > column ? TerminalText.columns(of: $0[column]) : 0 }.max() ?? 0
    }
    return rows.enumerated().map { number, row in
      var line = ""
      var spaces = 0
      for (column, cell) in row.enumerated() {
        let padding = widths[column] - TerminalText.columns(of: cell)
        let isRight = column > 0 && alignsNumbers
        spaces += isRight ? padding : 0
        if !cell.isEmpty {
          line += String(repeating: " ", count: spaces) + mark(number, column, cell)
          spaces = 0
        }
        spaces += (isRight ? 0 : padding) + 2
      }
      return line + "\n"
    }.joined()
  }
}
