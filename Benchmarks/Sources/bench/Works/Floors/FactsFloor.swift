/// The reader of headers, with lines as long as shotflow's.
struct FactsFloor: Floor {
  func rows(in settings: Settings) throws(BenchmarkError) -> [Row] {
    let library = try SampleLibrary(in: settings)
    let comparison = try Comparison(
      [
        settings.run(library.rule, library.options + ["--no-catalogue"]).accepting([0, 3]),
        Command("\(settings.products)/header-reader", [library.path, "-j", "2"]),
        Command("\(settings.products)/header-reader", [library.path, "-j", "2"] + library.width),
      ], rounds: settings.rounds(15), in: settings)
    return [
      comparison.floor(
        FactsBenchmark.title(library.count), bar: FactsBenchmark.bar,
        peer: .init("header-reader (C), two threads") { $0[1] },
        smallest: .init("the same, lines as long as shotflow's") { $0[2] },
        ours: .init("") { $0[0] })
    ]
  }
}

/// The library that facts are read of, and how much is written of a file of it.
struct SampleLibrary {
  let path: String
  let count: Int
  /// `source {}`.
  let rule: String
  /// An option of the programs in C: that their lines are as long as shotflow's.
  let width: [String]

  var options: [String] { ["--library", path] }

  init(in settings: Settings) throws(BenchmarkError) {
    count = settings.isSmoke ? 500 : 20_000
    path = try settings.corpus(count)
    rule = try settings.rule("facts", "return pipeline { source {} }")
    try FileTree(path).warm()
    let records = "\(settings.scratch)/facts.ndjson"
    try settings.run(rule, ["--library", path]).accepting([0, 3]).writing(to: records)
      .run(in: settings)
    width = ["-w", "\((System.byteCount(of: records) ?? 0) / count)"]
  }
}
