/// The cost of a filter for each asset, without a source in front or a writer behind.
struct StagesBenchmark: Benchmark {
  let name = "stages"
  let about = "What a filter costs for each asset"

  func rows(in settings: Settings) throws(BenchmarkError) -> [Row] {
    let filters = TitledTimes(rounds: settings.rounds(7), of: try Self.command(in: settings))
    return try filters.medians(in: settings).map { filter in
      let bar = Self.bar(of: filter.title)
      return Row(
        name: Self.rowName(filter.title), ours: "\(Figure.significant(filter.time)) ns",
        bar: bar.text, verdict: Verdict.text(bar.holds(for: filter.time), bar))
    }
  }

  /// Prints the nanoseconds of each filter.
  static func command(in settings: Settings) throws(BenchmarkError) -> Command {
    let records = try settings.records(settings.isSmoke ? 1000 : 4096)
    return Command("\(settings.products)/stage-times", [records, settings.isSmoke ? "1" : "200"])
  }

  static func rowName(_ title: String) -> String { "an asset through a \(title)" }

  static func bar(of title: String) -> Bar { .nanoseconds(title.hasPrefix("function") ? 180 : 20) }
}
