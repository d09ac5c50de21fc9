/// Stock Lua with the least that a promise of the sandbox needs.
struct SandboxFloor: Floor {
  func rows(in settings: Settings) throws(BenchmarkError) -> [Row] {
    try SandboxBenchmark.functions(in: settings).filter { $0.rounds.allSatisfy { $0.count == 3 } }
      .map { function in
        let least =
          function.title.hasPrefix("a loop of") ? "a hook that does nothing" : "a look at all keys"
        func shown(_ name: String, _ column: Int) -> String {
          "\(name) \(Figure.seconds(function.seconds(column)))"
        }
        return Row(
          floor: function.rowName, ofPeer: shown("stock Lua", 1),
          smallest: shown("stock Lua, \(least)", 2), ours: Figure.seconds(function.seconds(0)),
          bar: function.bar,
          ratio: function.ratio(2, to: 1), beyond: function.ratio(0, to: 2))
      }
  }
}
