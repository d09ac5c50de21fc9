import Foundation

/// The explanations in docs/facts.md: rules by their names, and single files by rows of their own.
struct FactsPage {
  private let rules: Set<String>
  private let rows: [Row]

  init(_ text: String) {
    var rules: Set<String> = []
    var rows: [Row] = []
    var heading = ""
    for line in text.split(separator: "\n") {
      if line.hasPrefix("#") { heading = String(line.drop { $0 == "#" || $0 == " " }) }
      let cells = line.split(separator: "|").map { $0.trimmingCharacters(in: .whitespaces) }
      guard line.hasPrefix("|"), cells.count > 2 else { continue }
      if heading == "Rules that decide" { rules.insert(cells[0]) }
      guard heading.hasPrefix("Differences to exiftool"), cells[0].hasPrefix("`") else { continue }
      let fields = cells[1].split(separator: ",").map {
        $0.trimmingCharacters(in: .whitespaces)
      }
      rows.append(
        Row(
          file: cells[0].trimmingCharacters(in: CharacterSet(charactersIn: "`")),
          fields: Set(fields), isOfPhotographs: heading == "Differences to exiftool"))
    }
    (self.rules, self.rows) = (rules, rows)
  }

  /// A file whose differences the page explains.
  private struct Row {
    let file: String
    let fields: Set<String>
    /// True if it is compared here alone; those of other formats are compared with a kept list,
    /// too, which has more of some fields.
    let isOfPhotographs: Bool
  }

  func lists(_ rule: DifferenceRule) -> Bool { rules.contains(rule.rawValue) }

  /// The rows of files that are there, whose difference is not.
  func rowsWithoutDifference(
    among paths: [String], differences: Set<String>
  ) -> [String] {
    rows.filter(\.isOfPhotographs).flatMap { row in
      paths.filter { $0.hasSuffix("/\(row.file)") }.flatMap { path in
        row.fields.sorted().filter { !differences.contains("\(path): \($0)") }
          .map { "\(path): \($0): a row of docs/facts.md explains a difference that is not there" }
      }
    }
  }

  /// Returns true if a row explains the field of that file.
  func explains(_ field: ComparedField, of path: String) -> Bool {
    rows.contains { path.hasSuffix("/\($0.file)") && $0.fields.contains(field.rawValue) }
  }
}
