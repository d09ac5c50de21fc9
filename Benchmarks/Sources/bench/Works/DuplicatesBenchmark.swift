/// Finding the files that are exact copies of others.
struct DuplicatesBenchmark: Benchmark {
  let name = "duplicates"
  let about = "The first of each set of equal files"

  static let bar = Bar.atMost(1.2)

  static func title(_ count: Int) -> String { "exact duplicates of \(count) files" }

  static func rule(in settings: Settings) throws(BenchmarkError) -> String {
    try settings.rule(
      "duplicates", "return pipeline { source {}, dedupe { by = \"sha1\" } }")
  }

  func rows(in settings: Settings) throws(BenchmarkError) -> [Row] {
    let count = settings.isSmoke ? 500 : 20_000
    let corpus = try settings.corpus(count)
    let rule = try Self.rule(in: settings)
    let tree = try FileTree(corpus)
    tree.warm()
    let library = ["--library", corpus]
    let run = settings.run(rule, library + ["--no-catalogue"]).accepting([0, 3])
    let compare = Command("\(settings.products)/byte-compare", [corpus, "-j", "2"])
    let title = Self.title(count)
    let limit = try Comparison([run, compare], rounds: settings.rounds(15), in: settings)
    return [
      limit.row(
        title, against: 1, called: "byte-compare (C), two threads", bar: Self.bar,
        peakLimit: 60_000_000),
      try row(title, run, .jdupes, ["-r", "-q", corpus], .faster(1.25), settings),
      try row(
        title, run, .rmlint, ["-T", "duplicates", "-o", "json:stdout", corpus], .faster(1),
        settings),
      try unchanged(settings.run(rule, library).accepting([0, 3]), library, count, settings),
      try cold(tree, run, compare, settings),
    ]
  }

  private func row(
    _ title: String, _ run: Command, _ peer: Peer, _ arguments: [String], _ bar: Bar,
    _ settings: Settings
  ) throws(BenchmarkError) -> Row {
    guard let program = settings.program(peer) else {
      return .skipped("\(title), against \(peer.name)", peer)
    }
    let comparison = try Comparison(
      [run, Command(program, arguments)], rounds: settings.rounds(5), in: settings)
    return comparison.row("\(title), \(peer.name)", against: 1, called: peer.name, bar: bar)
  }

  /// The second run beside the second run of facts: both know the library from the first.
  private func unchanged(
    _ run: Command, _ library: [String], _ count: Int, _ settings: Settings
  ) throws(BenchmarkError) -> Row {
    let facts = settings.run(
      try settings.rule("facts", "return pipeline { source {} }"), library
    ).accepting([0, 3])
    try Command(settings.shotflow, ["cache", "clear", "--catalogue"]).run(in: settings)
    for command in [run, facts] { try command.run(in: settings) }
    let comparison = try Comparison([run, facts], rounds: settings.rounds(15), in: settings)
    return comparison.row(
      "exact duplicates of \(count) unchanged files", against: 1, called: "their facts",
      bar: .atMost(1.5), peakLimit: 60_000_000)
  }

  /// The same with nothing of the corpus in memory.
  private func cold(
    _ tree: FileTree, _ run: Command, _ compare: Command, _ settings: Settings
  ) throws(BenchmarkError) -> Row {
    try Self.coldComparison(of: [run, compare], reading: tree, settings).row(
      Self.coldTitle(tree), against: 1, called: "byte-compare (C), two threads", bar: Self.bar)
  }

  static func coldTitle(_ tree: FileTree) -> String {
    "cold exact duplicates of \(tree.paths.count) files"
  }

  static func coldComparison(
    of commands: [Command], reading tree: FileTree, _ settings: Settings
  ) throws(BenchmarkError) -> Comparison {
    System.flushDisks()
    return try Comparison(
      commands, rounds: settings.rounds(3), warmsUp: false, in: settings,
      prepare: { _ throws(BenchmarkError) in tree.forget() })
  }
}
