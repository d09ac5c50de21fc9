/// Cells under titles, as Markdown that also reads well on a terminal.
struct Table: CustomStringConvertible {
  let titles: [String]
  let cells: [[String]]

  init(titles: [String], cells: [[String]]) {
    self.titles = titles
    self.cells = cells
  }

  init(_ rows: [Row], in layout: Layout) {
    self.init(titles: layout.titles, cells: rows.map { $0.cells(in: layout) })
  }

  /// The table in lines that ``description`` wrote.
  init(lines: some Sequence<Substring>, titles: [String]) {
    self.titles = titles
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
    return Table(titles: titles, cells: rows)
  }

  var description: String {
    let lines = [titles] + cells
    let widths = titles.indices.map { column in lines.map { $0[column].count }.max() ?? 0 }
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
