/// What the sandbox and its budgets cost a function, beside a state of stock Lua with the same assets.
struct SandboxBenchmark: Benchmark {
  let name = "sandbox"
  let about = "What the sandbox and its budgets cost a function"

  func rows(in settings: Settings) throws(BenchmarkError) -> [Row] {
    let output = "\(settings.scratch)/sandbox-cost"
    let command = Command(
      "\(settings.products)/sandbox-cost", [settings.isSmoke ? "1" : "500"]
    ).writing(to: output)
    var titles: [String] = []
    var ours: [String: [Double]] = [:]
    var stock: [String: [Double]] = [:]
    for _ in 0..<settings.rounds(5) {
      try command.run(in: settings)
      for line in System.text(of: output).split(separator: "\n") {
        let cells = line.split(separator: "\t")
        guard cells.count == 3, let own = Double(cells[1]), let other = Double(cells[2]) else {
          throw BenchmarkError("sandbox-cost wrote \"\(line)\"")
        }
        let title = String(cells[0])
        if ours[title] == nil { titles.append(title) }
        ours[title, default: []].append(own)
        stock[title, default: []].append(other)
      }
    }
    return titles.map { title in
      // Counting is what a long loop pays for.
      let bar = Bar.atMost(title.hasPrefix("a loop of") ? 1.3 : 1.15)
      let own = ours[title, default: []]
      let other = stock[title, default: []]
      let ratio = zip(own, other).map { $0 / $1 }.median
      return Row(
        name: "sandbox: \(title)", ours: Figure.seconds(own.median / 1e9),
        peer: "stock Lua \(Figure.seconds(other.median / 1e9))", ratio: bar.text(for: ratio),
        bar: bar.text, verdict: Verdict.text(bar.holds(for: ratio), bar),
        amounts: (own.median, other.median))
    }
  }
}
