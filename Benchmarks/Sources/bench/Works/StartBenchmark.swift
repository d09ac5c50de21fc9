/// Finding out that there is nothing to do, which a key binding or a timer asks for all day.
struct StartBenchmark: Benchmark {
  let name = "start"
  let about = "Finding out that there is nothing to do"

  static let title = "nothing to do: recent.lua, empty library"
  static let bar = Bar.atMost(1.5)
  static let peakLimit = 9_000_000

  static func run(in settings: Settings) throws(BenchmarkError) -> Command {
    let library = "\(settings.scratch)/empty"
    try System.makeFolder(library)
    return settings.run("\(settings.rules)/recent.lua", ["--library", library])
  }

  func rows(in settings: Settings) throws(BenchmarkError) -> [Row] {
    guard let sqlite = settings.program(.sqlite) else { return [.skipped(Self.title, .sqlite)] }
    let run = try Self.run(in: settings)
    let comparison = try Comparison(
      [run, Command(sqlite, [":memory:", ".quit"])], rounds: settings.rounds(101), in: settings)
    return [
      comparison.row(
        Self.title, against: 1, called: "sqlite3", bar: Self.bar,
        peak: try PeakMemory(of: run, in: settings).bytes, peakLimit: Self.peakLimit)
    ]
  }
}
