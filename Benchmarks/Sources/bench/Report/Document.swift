/// The page of the documents that shows the figures of the last run, between two marks.
struct Document {
  let folder: String

  private static let opening = "<!-- figures of script/bench --docs -->"
  private static let closing = "<!-- end of figures -->"

  /// Replaces the figures, and draws the plot of growth where that was measured.
  ///
  /// - Parameter isWhole: everything was measured; otherwise only the measured rows are replaced,
  ///   and the day and machine stay those of the whole run.
  func replace(
    with sections: [Section], on occasion: Occasion, isWhole: Bool
  ) throws(BenchmarkError) {
    let path = "\(folder)/benchmarks.md"
    let text = System.text(of: path)
    let measured = Table(cells: sections.flatMap(\.rows).map(\.cells))
    guard let changed = Self.text(text, with: measured, on: isWhole ? occasion.summary : nil) else {
      throw BenchmarkError("\(path) has no lines \"\(Self.opening)\" and \"\(Self.closing)\"")
    }
    try System.save(changed, to: path)
    let curves = sections.flatMap(\.rows).compactMap(\.curve)
    if !curves.isEmpty {
      try System.save(GrowthPlot(curves: curves).svg, to: "\(folder)/growth.svg")
    }
  }

  /// - Parameter summary: the text above the table; nil to keep it and the rows that were not
  ///   measured.
  /// - Returns: nil for a text without the marks.
  static func text(_ text: String, with measured: Table, on summary: String?) -> String? {
    let lines = text.split(separator: "\n", omittingEmptySubsequences: false)
    guard let start = lines.firstIndex(of: opening[...]),
      let end = lines.firstIndex(of: closing[...]), start < end
    else { return nil }
    var table = measured
    var above = summary ?? ""
    if summary == nil {
      let old = lines[start + 1..<end]
      table = Table(lines: old.drop { !$0.hasPrefix("|") }.prefix { $0.hasPrefix("|") })
        .updated(with: measured)
      above = old.prefix { !$0.hasPrefix("|") }.filter { !$0.isEmpty }.joined(separator: "\n")
    }
    let block = ["", above, "", "\(table)", ""].map { $0[...] }
    return (lines[...start] + block + lines[end...]).joined(separator: "\n")
  }
}
