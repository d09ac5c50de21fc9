/// The originals put into a fresh folder of the same file system.
struct CopyBenchmark: Benchmark {
  let name = "copy"
  let about = "The originals put into a fresh folder of the same file system"

  func rows(in settings: Settings) throws(BenchmarkError) -> [Row] {
    let count = settings.isSmoke ? 500 : 5000
    guard let copy = settings.program(.copy) else { return [.skipped("copies", .copy)] }
    let corpus = try settings.corpus(count)
    let rule = try settings.rule(
      "copy", "return pipeline { source {}, load { file = \"copy\" } }")
    let tree = try FileTree(corpus)
    let total = tree.warm()
    let targets = ["\(settings.scratch)/copies-shotflow", "\(settings.scratch)/copies-cp"]
    let clean = Command("/bin/rm", ["-rf"] + targets)
    let comparison = try Comparison(
      [
        settings.run(rule, ["--library", corpus, "--out", targets[0]]).accepting([0, 3]),
        Command(copy, ["-r", corpus, targets[1]]),
      ], rounds: settings.rounds(5), in: settings,
      prepare: { _ throws(BenchmarkError) in
        try clean.run(in: settings)
        System.flushDisks()
        tree.warm()
      })
    try clean.run(in: settings)
    return [
      comparison.row(
        "copies of \(count) files, \(Figure.megabytes(total))", against: 1, called: "cp -r",
        bar: .atMost(1.15))
    ]
  }
}
