/// A function that fails for every asset, beside the same function that fails for none.
struct FailuresBenchmark: Benchmark {
  let name = "failures"
  let about = "A function that fails for every asset"

  /// One line about the first failure, and one with the count of the others.
  private static let mostLines = 2
  static let bar = Bar.atMost(1.2)

  /// One that fails for each record, and the same that doesn't.
  static func runs(of count: Int, in settings: Settings) throws(BenchmarkError) -> [Command] {
    let records = try settings.records(count)
    var commands: [Command] = []
    for (name, bound) in [("failing", 0), ("not-failing", 1_000_000)] {
      let rule = try settings.rule(
        name,
        """
        return pipeline {
          source { stdin = true },
          filter(function(asset)
            if asset.pixelWidth >= \(bound) then error("too wide") end
            return false
          end),
        }
        """)
      commands.append(settings.run(rule).reading(records).accepting([0, 3]))
    }
    return commands
  }

  static func title(_ count: Int) -> String { "a function that fails for \(count) records" }

  func rows(in settings: Settings) throws(BenchmarkError) -> [Row] {
    let count = settings.isSmoke ? 20_000 : 1_000_000
    let commands = try Self.runs(of: count, in: settings)
    let comparison = try Comparison(commands, rounds: settings.rounds(7), in: settings)
    try commands[0].run(in: settings)
    let lines = System.text(of: settings.messages).count { $0 == "\n" }
    var row = comparison.row(
      Self.title(count), against: 1, called: "not failing", bar: Self.bar, peakLimit: 60_000_000)
    row.ours += ", \(lines) lines"
    row.bar += ", ≤ \(Self.mostLines) lines"
    if lines > Self.mostLines { row.verdict = Verdict.text(false, Self.bar) }
    return [row]
  }
}
