/// Finding out that there is nothing to do, which a key binding or a timer asks for all day.
struct StartBenchmark: Benchmark {
  let name = "start"
  let about = "Finding out that there is nothing to do"

  func rows(in settings: Settings) throws(BenchmarkError) -> [Row] {
    let title = "nothing to do: recent.lua, empty library"
    guard let sqlite = settings.program(.sqlite) else { return [.skipped(title, .sqlite)] }
    let library = "\(settings.scratch)/empty"
    try System.makeFolder(library)
    let comparison = try Comparison(
      [
        settings.run("\(settings.rules)/recent.lua", ["--library", library]),
        Command(sqlite, [":memory:", ".quit"]),
      ], rounds: settings.rounds(101), in: settings)
    return [
      comparison.row(title, against: 1, called: "sqlite3", bar: .atMost(1.5), peakLimit: 9_000_000)
    ]
  }
}
