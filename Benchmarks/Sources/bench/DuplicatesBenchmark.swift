/// Which files are exact copies of others.
struct DuplicatesBenchmark: Benchmark {
  let name = "duplicates"

  func rows(in settings: Settings) throws(BenchmarkError) -> [Row] {
    let count = settings.isSmoke ? 500 : 20_000
    let title = "exact duplicates of \(count) files"
    guard let jdupes = Peer.jdupes.program else { return [.skipped(title, .jdupes)] }
    let corpus = try settings.corpus(count)
    let rule = try settings.rule(
      "duplicates", "return pipeline { source {}, dedupe { by = \"sha1\" } }")
    let tree = try FileTree(corpus)
    let comparison = try Comparison(
      [
        settings.run(rule, ["--library", corpus, "--no-catalogue"]).accepting([0, 3]),
        Command(jdupes, ["-r", "-q", corpus]),
      ], rounds: settings.rounds(9), in: settings, prepare: { _ in tree.warm() })
    return [comparison.row(title, against: 1, called: "jdupes", bar: .atMost(0.8))]
  }
}
