/// Cells under the titles of ``Row``, as Markdown that also reads well on a terminal.
struct Table: CustomStringConvertible {
  let cells: [[String]]

  init(cells: [[String]]) {
    self.cells = cells
  }

  /// The table in lines that ``description`` wrote.
  init(lines: some Sequence<Substring>) {
    cells = lines.dropFirst(2).map { line in
      line.split(separator: "|", omittingEmptySubsequences: false).dropFirst().dropLast()
        .map { cell in
          let start = cell.drop { $0 == " " }
          return String(start.reversed().drop { $0 == " " }.reversed())
        }
    }
  }

  /// With the rows of another table for those of the same name, and with its new ones.
  func updated(with other: Table) -> Table {
    var rows = cells
    for row in other.cells {
      if let place = rows.firstIndex(where: { $0.first == row.first }) {
        rows[place] = row
      } else {
        rows.append(row)
      }
    }
    return Table(cells: rows)
  }

  var description: String {
    let lines = [Row.titles] + cells
    let widths = Row.titles.indices.map { column in lines.map { $0[column].count }.max() ?? 0 }
    let rule =
      "| "
      + widths.map { String(repeating: "-", count: max(3, $0)) }
      .joined(separator: " | ") + " |"
    var texts = lines.map { cells in
      "| "
        + zip(cells, widths).map { cell, width in
          cell + String(repeating: " ", count: max(3, width) - cell.count)
        }.joined(separator: " | ") + " |"
    }
    texts.insert(rule, at: 1)
    return texts.joined(separator: "\n")
  }
}
