/// Finding pictures that look alike, once their hashes are known.
struct SimilarBenchmark: Benchmark {
  let name = "similar"
  let about = "Which of many pictures look alike, once their hashes are known"

  func rows(in settings: Settings) throws(BenchmarkError) -> [Row] {
    let count = settings.isSmoke ? 2000 : 100_000
    let times = try TitledTimes(
      rounds: settings.rounds(3), of: Command("\(settings.products)/similar-times", ["\(count)"])
    ).medians(in: settings)
    return times.enumerated().map { place, kind in
      let bar = place == 0 ? Bar.more(2000) : Bar.none
      return Row(
        name: "\(count) pictures that look alike, \(kind.title)",
        ours: Figure.seconds(kind.time / 1000), bar: bar.text,
        verdict: Verdict.text(bar.holds(for: kind.time), bar))
    }
  }
}
