/// How long it takes to find pictures that look alike, once their hashes are known.
struct SimilarBenchmark: Benchmark {
  let name = "similar"
  let about = "Which of many pictures look alike, once their hashes are known"

  func rows(in settings: Settings) throws(BenchmarkError) -> [Row] {
    let count = settings.isSmoke ? 2000 : 100_000
    let output = "\(settings.scratch)/similar-times"
    let command = Command("\(settings.products)/similar-times", ["\(count)"]).writing(to: output)
    var titles: [String] = []
    var times: [String: [Double]] = [:]
    for _ in 0..<settings.rounds(3) {
      try command.run(in: settings)
      for line in System.text(of: output).split(separator: "\n") {
        let cells = line.split(separator: "\t")
        guard cells.count == 2, let time = Double(cells[1]) else {
          throw BenchmarkError("similar-times wrote \"\(line)\"")
        }
        let title = String(cells[0])
        if times[title] == nil { titles.append(title) }
        times[title, default: []].append(time)
      }
    }
    return titles.enumerated().map { place, title in
      let time = times[title, default: []].median
      let bar = place == 0 ? Bar.more(2000) : Bar.none
      return Row(
        name: "\(count) pictures that look alike, \(title)", ours: Figure.seconds(time / 1000),
        bar: bar.text, verdict: Verdict.text(bar.holds(for: time), bar))
    }
  }
}
