/// Stock Lua, called with a table that has the fields of each asset.
struct StagesFloor: Floor {
  func rows(in settings: Settings) throws(BenchmarkError) -> [Row] {
    let rounds = settings.rounds(7)
    let least = try TitledTimes(
      rounds: rounds,
      of: Command("\(settings.products)/lua-fields", [settings.isSmoke ? "1" : "200"])
    ).medians(in: settings)
    let ours = try TitledTimes(rounds: rounds, of: try StagesBenchmark.command(in: settings))
      .medians(in: settings)
    return least.compactMap { least in
      guard let ours = ours.first(where: { $0.title == least.title }) else { return nil }
      let bar = StagesBenchmark.bar(of: least.title)
      return Row(
        name: StagesBenchmark.rowName(least.title), ours: Figure.seconds(ours.time / 1e9),
        bar: bar.text, verdict: Verdict.reach(bar.holds(for: least.time)),
        floor: "lua-fields (C) \(Figure.seconds(least.time / 1e9))",
        beyondFloor: Bar.none.text(for: ours.time / least.time))
    }
  }
}
