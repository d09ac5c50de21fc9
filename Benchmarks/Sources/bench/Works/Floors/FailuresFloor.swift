/// The cost of a failing call in stock Lua, with its own `error` and with one that only throws.
struct FailuresFloor: Floor {
  func rows(in settings: Settings) throws(BenchmarkError) -> [Row] {
    let count = settings.isSmoke ? 20_000 : 1_000_000
    let calls = ["passes", "fails", "throws"].map {
      Command("\(settings.products)/lua-failures", [$0, "\(count)", "2"])
    }
    let comparison = try Comparison(
      try FailuresBenchmark.runs(of: count, in: settings) + calls, rounds: settings.rounds(7),
      in: settings)
    return [(3, "that and lua-failures (C)"), (4, "that and lua-failures (C), no message made")]
      .map { place, smallest in
        comparison.floor(
          FailuresBenchmark.title(count), bar: FailuresBenchmark.bar,
          peer: .init("not failing") { $0[1] },
          smallest: .init(smallest) { $0[1] + $0[place] - $0[2] }, ours: .init("") { $0[0] })
      }
  }
}
