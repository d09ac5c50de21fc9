import Foundation

/// The page that explains where facts differ from what others say.
struct FactsPage {
  private let text: String

  init() throws {
    let checkout = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
      .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()
    text = try String(contentsOf: checkout.appendingPathComponent("docs/facts.md"), encoding: .utf8)
  }

  /// `file: field` for each line of the tables below a heading, whose first two columns those are.
  func differences(under heading: String) -> Set<String> {
    var found: Set<String> = []
    var isWithin = false
    for line in text.split(separator: "\n") {
      if line.hasPrefix("## ") { isWithin = line == "## \(heading)" }
      let cells = line.split(separator: "|").map { $0.trimmingCharacters(in: .whitespaces) }
      guard isWithin, cells.count > 2, cells[0].hasPrefix("`") else { continue }
      for field in cells[1].split(separator: ",") {
        let name = cells[0].trimmingCharacters(in: CharacterSet(charactersIn: "`"))
        found.insert("\(name): \(field.trimmingCharacters(in: .whitespaces))")
      }
    }
    return found
  }
}
