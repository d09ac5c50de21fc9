/// What a filter costs for each asset, without a source in front or a writer behind.
struct StagesBenchmark: Benchmark {
  let name = "stages"
  let about = "What a filter costs for each asset"

  func rows(in settings: Settings) throws(BenchmarkError) -> [Row] {
    let records = try settings.records(settings.isSmoke ? 1000 : 4096)
    let output = "\(settings.scratch)/stage-times"
    let command = Command(
      "\(settings.products)/stage-times", [records, settings.isSmoke ? "1" : "200"]
    ).writing(to: output)
    var titles: [String] = []
    var times: [String: [Double]] = [:]
    for _ in 0..<settings.rounds(7) {
      try command.run(in: settings)
      for line in System.text(of: output).split(separator: "\n") {
        let cells = line.split(separator: "\t")
        guard cells.count == 2, let time = Double(cells[1]) else {
          throw BenchmarkError("stage-times wrote \"\(line)\"")
        }
        let title = String(cells[0])
        if times[title] == nil { titles.append(title) }
        times[title, default: []].append(time)
      }
    }
    return titles.map { title in
      let time = times[title, default: []].median
      let bar = Bar.nanoseconds(title.hasPrefix("function") ? 180 : 20)
      return Row(
        name: "an asset through a \(title)", ours: "\(Figure.significant(time)) ns",
        bar: bar.text, verdict: Verdict.text(bar.holds(for: time), bar))
    }
  }
}
