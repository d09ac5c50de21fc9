/// The cost of the sandbox and its budgets for a function, beside a state of stock Lua with the
/// same assets.
struct SandboxBenchmark: Benchmark {
  let name = "sandbox"
  let about = "What the sandbox and its budgets cost a function"

  /// The measurements of one function.
  struct Function {
    let title: String
    /// Nanoseconds an asset in each round: in the sandbox, in stock Lua, and, where a promise of the
    /// sandbox costs time, in stock Lua with the least of it.
    var rounds: [[Double]] = []

    /// Counting is what a long loop pays for.
    var bar: Bar { .atMost(title.hasPrefix("a loop of") ? 1.3 : 1.15) }
    var rowName: String { "sandbox: \(title)" }

    /// The median of one of the columns, in seconds.
    func seconds(_ column: Int) -> Double { rounds.map { $0[column] }.median / 1e9 }

    func ratio(_ column: Int, to other: Int) -> Double {
      rounds.map { $0[column] / $0[other] }.median
    }
  }

  func rows(in settings: Settings) throws(BenchmarkError) -> [Row] {
    try Self.functions(in: settings).map { function in
      let ratio = function.ratio(0, to: 1)
      return Row(
        name: function.rowName, ours: Figure.seconds(function.seconds(0)),
        peer: "stock Lua \(Figure.seconds(function.seconds(1)))",
        ratio: function.bar.text(for: ratio), bar: function.bar.text,
        verdict: Verdict.text(function.bar.holds(for: ratio), function.bar),
        amounts: (function.seconds(0), function.seconds(1)))
    }
  }

  static func functions(in settings: Settings) throws(BenchmarkError) -> [Function] {
    let output = "\(settings.scratch)/sandbox-cost"
    let command = Command(
      "\(settings.products)/sandbox-cost", [settings.isSmoke ? "1" : "500"]
    ).writing(to: output)
    var functions: [Function] = []
    for round in 0..<settings.rounds(5) {
      try command.run(in: settings)
      for (place, line) in System.text(of: output).split(separator: "\n").enumerated() {
        let cells = line.split(separator: "\t")
        let times = cells.dropFirst().compactMap { Double($0) }
        guard (2...3).contains(times.count), times.count == cells.count - 1 else {
          throw BenchmarkError("sandbox-cost wrote \"\(line)\"")
        }
        if round == 0 { functions.append(Function(title: String(cells[0]))) }
        functions[place].rounds.append(times)
      }
    }
    return functions
  }
}
