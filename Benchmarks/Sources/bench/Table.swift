/// Rows under titles, as Markdown that also reads well on a terminal.
struct Table: CustomStringConvertible {
  let rows: [Row]

  var description: String {
    let lines = [Row.titles] + rows.map(\.cells)
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
