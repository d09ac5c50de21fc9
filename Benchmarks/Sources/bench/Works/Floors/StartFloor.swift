/// A tool in Swift that does nothing, without and with a command line to parse.
struct StartFloor: Floor {
  func rows(in settings: Settings) throws(BenchmarkError) -> [Row] {
    let title = StartBenchmark.title
    guard let sqlite = settings.program(.sqlite) else { return [.skipped(title, .sqlite)] }
    let tools = ["empty-tool", "least-tool"]
    let commands = [
      try StartBenchmark.run(in: settings), Command(sqlite, [":memory:", ".quit"]),
      Command("\(settings.products)/empty-tool", []),
      Command("\(settings.products)/least-tool", ["run", "x"]),
    ]
    let comparison = try Comparison(commands, rounds: settings.rounds(101), in: settings)
    var peaks: [Int] = []
    for command in commands { peaks.append(try PeakMemory(of: command, in: settings).bytes) }
    let limit = StartBenchmark.peakLimit
    return tools.enumerated().flatMap { place, tool in
      [
        comparison.floor(
          title, bar: StartBenchmark.bar, peer: .init("sqlite3") { $0[1] },
          smallest: .init("\(tool) (Swift)") { $0[2 + place] }, ours: .init("") { $0[0] }),
        Row(
          name: "its peak memory", ours: Figure.megabytes(peaks[0]),
          peer: "sqlite3 \(Figure.megabytes(peaks[1]))", bar: "≤ \(Figure.megabytes(limit))",
          verdict: Verdict.reach(peaks[2 + place] <= limit),
          floor: "\(tool) (Swift) \(Figure.megabytes(peaks[2 + place]))",
          floorRatio: Bar.none.text(for: Double(peaks[2 + place]) / Double(peaks[1])),
          beyondFloor: Bar.none.text(for: Double(peaks[0]) / Double(peaks[2 + place]))),
      ]
    }
  }
}
