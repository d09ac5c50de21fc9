/// Rows of cells in columns; the first column to the left, numbers to the right.
struct TextTable: CustomStringConvertible {
  private let rows: [[String]]
  private let alignsNumbers: Bool

  init(_ rows: [[String]], alignsNumbers: Bool = true) {
    self.rows = rows
    self.alignsNumbers = alignsNumbers
  }

  var description: String {
    let columns = rows.map(\.count).max() ?? 0
    let widths = (0..<columns).map { column in
      rows.map { $0.count > column ? $0[column].count : 0 }.max() ?? 0
    }
    return rows.map { row in
      let cells = row.enumerated().map { column, cell in
        let padding = String(repeating: " ", count: widths[column] - cell.count)
        return column > 0 && alignsNumbers ? padding + cell : cell + padding
      }
      var line = cells.joined(separator: "  ")
      while line.last == " " { line.removeLast() }
      return line + "\n"
    }.joined()
  }
}
