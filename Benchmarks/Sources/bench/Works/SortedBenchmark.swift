/// Records in the order of a date, beside the same records as they come.
struct SortedBenchmark: Benchmark {
  let name = "sorted"
  let about = "Records in the order of a date"

  static let bar = Bar.atMost(2)

  static func title(_ count: Int) -> String { "\(count) records sorted by a date" }

  /// Sorted, the first ten, and as they come.
  static func runs(of count: Int, in settings: Settings) throws(BenchmarkError) -> [Command] {
    let records = try settings.records(count)
    var commands: [Command] = []
    for (name, stage) in [
      ("sorted", ", filter { sortedBy = \"-creationDate\" }"),
      ("newest", ", filter { sortedBy = \"-creationDate\", limit = 10 }"),
      ("unsorted", ""),
    ] {
      let rule = try settings.rule(
        name, "return pipeline { source { stdin = true }\(stage) }")
      commands.append(settings.run(rule).reading(records))
    }
    return commands
  }

  func rows(in settings: Settings) throws(BenchmarkError) -> [Row] {
    let count = settings.isSmoke ? 20_000 : 1_000_000
    let commands = try Self.runs(of: count, in: settings)
    let comparison = try Comparison(commands, rounds: settings.rounds(7), in: settings)
    return [
      comparison.row(
        Self.title(count), against: 2, called: "unsorted", bar: Self.bar, peakLimit: 150_000_000),
      comparison.row(
        "\(count) records, the first ten by a date", 1, against: 2, called: "unsorted",
        bar: .atMost(1.3),
        peakLimit: 60_000_000),
    ]
  }
}
