/// The growth of time and memory with a library and with records, from ten thousand to a million.
struct GrowthBenchmark: Benchmark {
  let name = "growth"
  let about = "From ten thousand files and records to a million"

  /// A peak beyond this is no longer flat.
  private static let peakLimit = 60_000_000

  func rows(in settings: Settings) throws(BenchmarkError) -> [Row] {
    let counts =
      settings.isSmoke ? [1000, 3000, 10_000] : [10_000, 30_000, 100_000, 300_000, 1_000_000]
    return [try facts(counts, settings), try records(counts, settings)]
  }

  private func facts(_ counts: [Int], _ settings: Settings) throws(BenchmarkError) -> Row {
    let rule = try settings.rule("facts", "return pipeline { source {} }")
    let picture = try settings.smallPicture()
    var libraries: [TinyFiles] = []
    for count in counts {
      System.say("making \(count) small files")
      libraries.append(
        try TinyFiles(count, in: "\(settings.scratch)/growth-\(count)", of: picture))
    }
    System.flushDisks()
    let empty = "\(settings.scratch)/empty"
    try System.makeFolder(empty)
    let runs = ([empty] + libraries.map(\.path)).map {
      settings.run(rule, ["--library", $0, "--no-catalogue"])
    }
    let comparison = try Comparison(runs, rounds: settings.rounds(5), in: settings)
    for library in libraries { try library.remove(in: settings) }
    return row("facts of files", counts, comparison)
  }

  private func records(_ counts: [Int], _ settings: Settings) throws(BenchmarkError) -> Row {
    let run = settings.run(try RecordsBenchmark.table(in: settings))
    var runs = [run]
    for count in counts { runs.append(run.reading(try settings.records(count))) }
    let comparison = try Comparison(runs, rounds: settings.rounds(9), in: settings)
    return row("records through a table", counts, comparison)
  }

  /// - Parameter comparison: of nothing, and then of each count.
  private func row(_ name: String, _ counts: [Int], _ comparison: Comparison) -> Row {
    let curve = Curve(
      name: name,
      points: counts.enumerated().map { index, count in
        Curve.Point(
          count: count, seconds: comparison.wall(index + 1), peak: comparison.peak(index + 1))
      })
    // A tenth of the largest is large enough to be work, and small enough to be something else.
    let last = counts.count - 1
    let tenth = counts.lastIndex { $0 <= counts[last] / 10 } ?? 0
    func each(_ index: Int) -> Double {
      (comparison.wall(index + 1) - comparison.wall(0)) / Double(counts[index])
    }
    let bar = Bar.atMost(1.1)
    let ratio = each(last) / max(each(tenth), 1e-12)
    let peak = curve.points.map(\.peak).max() ?? 0
    return Row(
      name: "\(name): each of \(counts[last]), beside each of \(counts[tenth])",
      ours: Figure.seconds(each(last)), peer: "of \(counts[tenth]) \(Figure.seconds(each(tenth)))",
      ratio: bar.text(for: ratio), bar: bar.text,
      peak: "\(Figure.megabytes(peak)) (≤ \(Figure.megabytes(Self.peakLimit)))",
      verdict: Verdict.text(bar.holds(for: ratio) && peak <= Self.peakLimit, bar),
      amounts: (each(last), each(tenth)), curve: curve)
  }
}
