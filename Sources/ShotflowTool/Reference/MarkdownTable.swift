/// A table of a Markdown document.
struct MarkdownTable: CustomStringConvertible {
  private let rows: [[String]]

  /// - Parameter rows: the first is the head.
  init(_ rows: [[String]]) {
    self.rows = rows
  }

  var description: String {
    guard let head = rows.first else { return "" }
    let rule = head.map { _ in "---" }
    return ([head, rule] + rows.dropFirst()).map { row in
      "| " + row.map(Self.cell).joined(separator: " | ") + " |\n"
    }.joined()
  }

  /// A bar would end the cell.
  private static func cell(_ text: String) -> String {
    String(text.flatMap { $0 == "|" ? ["\\", "|"] : [$0] })
  }
}
