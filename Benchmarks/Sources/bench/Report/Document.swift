/// The page of the documents that shows the tables of the last run, each between two marks.
struct Document {
  let folder: String

  /// Replaces the tables, and draws the plot of growth where that was measured.
  ///
  /// - Parameter whole: the tables of which everything was measured; of others only the measured rows
  ///   are replaced, and the day and machine stay those of the whole run.
  func replace(
    with sections: [Section], on occasion: Occasion, whole: Set<Layout>
  ) throws(BenchmarkError) {
    let path = "\(folder)/benchmarks.md"
    var text = System.text(of: path)
    for layout in Layout.allCases {
      let rows = sections.filter { $0.layout == layout }.flatMap(\.rows)
      if rows.isEmpty { continue }
      let summary = whole.contains(layout) ? occasion.summary(in: layout) : nil
      guard let changed = Self.text(text, with: rows, in: layout, on: summary) else {
        let (opening, closing) = layout.marks
        throw BenchmarkError("\(path) has no lines \"\(opening)\" and \"\(closing)\"")
      }
      text = changed
    }
    try System.save(text, to: path)
    let curves = sections.flatMap(\.rows).compactMap(\.curve)
    if !curves.isEmpty {
      try System.save(GrowthPlot(curves: curves).svg, to: "\(folder)/growth.svg")
    }
  }

  /// - Parameter summary: the text above the table; nil to keep it and the rows that were not
  ///   measured.
  /// - Returns: nil for a text without the marks.
  static func text(
    _ text: String, with measured: [Row], in layout: Layout, on summary: String?
  ) -> String? {
    let (opening, closing) = layout.marks
    let lines = text.split(separator: "\n", omittingEmptySubsequences: false)
    guard let start = lines.firstIndex(of: opening[...]),
      let end = lines.firstIndex(of: closing[...]), start < end
    else { return nil }
    var table = Table(measured, in: layout)
    var above = summary ?? ""
    if summary == nil {
      let old = lines[start + 1..<end]
      let kept = old.drop { !$0.hasPrefix("|") }.prefix { $0.hasPrefix("|") }
      table = Table(lines: kept, titles: layout.titles).updated(with: table)
      above = old.prefix { !$0.hasPrefix("|") }.filter { !$0.isEmpty }.joined(separator: "\n")
    }
    let block = ["", above, "", "\(table)", ""].map { $0[...] }
    return (lines[...start] + block + lines[end...]).joined(separator: "\n")
  }
}
