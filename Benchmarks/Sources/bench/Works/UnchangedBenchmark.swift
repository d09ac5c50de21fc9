/// A library that was read before: what finding out that nothing changed costs.
struct UnchangedBenchmark: Benchmark {
  let name = "unchanged"
  let about = "A library that was read before"

  static let bar = Bar.atMost(1.2)
  static let keepingBar = Bar.atMost(1.05)
  static let keepingTitle = "a first run that keeps what it reads"

  static func title(_ count: Int) -> String { "facts of \(count) unchanged files, beyond start" }

  func rows(in settings: Settings) throws(BenchmarkError) -> [Row] {
    let count = settings.isSmoke ? 500 : 20_000
    let corpus = try settings.corpus(count)
    let rule = try settings.rule("facts", "return pipeline { source {} }")
    let empty = "\(settings.scratch)/empty"
    try System.makeFolder(empty)
    try FileTree(corpus).warm()

    let run = settings.run(rule, ["--library", corpus]).accepting([0, 3])
    // The first run fills the catalogue.
    try run.run(in: settings)
    let start = settings.run(rule, ["--library", empty])
    let walk = Command("\(settings.products)/tree-walk", [corpus])
    let comparison = try Comparison(
      [run, start, walk], rounds: settings.rounds(31), in: settings)
    let bar = Self.bar
    // The bar is for the work; starting is measured on its own.
    let ratio = (comparison.wall(0) - comparison.wall(1)) / comparison.wall(2)
    let cpuRatio = (comparison.cpu(0) - comparison.cpu(1)) / max(comparison.cpu(2), 1e-9)
    let limit = 60_000_000
    let isLean = comparison.peak(0) <= limit
    return [
      Row(
        name: Self.title(count),
        ours: Figure.seconds(comparison.wall(0) - comparison.wall(1)),
        peer: "tree-walk (C) \(Figure.seconds(comparison.wall(2)))", ratio: bar.text(for: ratio),
        cpuRatio: bar.text(for: cpuRatio), bar: bar.text,
        peak: "\(Figure.megabytes(comparison.peak(0))) (≤ \(Figure.megabytes(limit)))",
        verdict: Verdict.text(bar.holds(for: ratio) && isLean, bar),
        amounts: (comparison.wall(0) - comparison.wall(1), comparison.wall(2))),
      try keeping(run, settings),
    ]
  }

  /// A first run with a catalogue and one without.
  private func keeping(_ run: Command, _ settings: Settings) throws(BenchmarkError) -> Row {
    let without = Command(run.program, run.arguments + ["--no-catalogue"]).accepting([0, 3])
    let clear = Command(settings.shotflow, ["cache", "clear", "--catalogue"])
    let comparison = try Comparison([run, without], rounds: settings.rounds(15), in: settings) {
      (_) throws(BenchmarkError) in try clear.run(in: settings)
    }
    return comparison.row(
      Self.keepingTitle, against: 1, called: "--no-catalogue", bar: Self.keepingBar)
  }
}
