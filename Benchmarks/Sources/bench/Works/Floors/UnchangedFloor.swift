/// A program that keeps the facts of headers in SQLite, and finds them there in the next run.
struct UnchangedFloor: Floor {
  func rows(in settings: Settings) throws(BenchmarkError) -> [Row] {
    let library = try SampleLibrary(in: settings)
    return try unchanged(library, settings) + [try keeping(library, settings)]
  }

  private func keeper(
    _ library: SampleLibrary, threads: Int, _ settings: Settings
  ) -> Command {
    Command(
      "\(settings.products)/facts-keeper",
      [library.path, database(settings), "-j", "\(threads)"] + library.width)
  }

  private func database(_ settings: Settings) -> String { "\(settings.scratch)/kept.sqlite" }

  private func unchanged(
    _ library: SampleLibrary, _ settings: Settings
  ) throws(BenchmarkError) -> [Row] {
    let empty = "\(settings.scratch)/empty"
    try System.makeFolder(empty)
    let keepers = [1, 2].map { keeper(library, threads: $0, settings) }
    let run = settings.run(library.rule, library.options).accepting([0, 3])
    // The first runs keep what they read.
    for command in [run, keepers[0]] { try command.run(in: settings) }
    let comparison = try Comparison(
      [
        run, settings.run(library.rule, ["--library", empty]),
        Command("\(settings.products)/tree-walk", [library.path]),
      ] + keepers, rounds: settings.rounds(31), in: settings)
    return ["one thread", "two threads"].enumerated().map { place, threads in
      comparison.floor(
        UnchangedBenchmark.title(library.count), bar: UnchangedBenchmark.bar,
        peer: .init("tree-walk (C)") { $0[2] },
        smallest: .init("facts-keeper (C), \(threads)") { $0[3 + place] },
        ours: .init("") { $0[0] - $0[1] })
    }
  }

  private func keeping(
    _ library: SampleLibrary, _ settings: Settings
  ) throws(BenchmarkError) -> Row {
    let run = settings.run(library.rule, library.options).accepting([0, 3])
    let path = database(settings)
    let clear = [
      Command(settings.shotflow, ["cache", "clear", "--catalogue"]),
      Command("/bin/rm", ["-f", path, "\(path)-wal", "\(path)-shm"]),
    ]
    let comparison = try Comparison(
      [
        run, Command(run.program, run.arguments + ["--no-catalogue"]).accepting([0, 3]),
        Command("\(settings.products)/header-reader", [library.path, "-j", "2"] + library.width),
        keeper(library, threads: 2, settings),
      ], rounds: settings.rounds(15), in: settings
    ) { (_) throws(BenchmarkError) in
      for command in clear { try command.run(in: settings) }
    }
    return comparison.floor(
      UnchangedBenchmark.keepingTitle, bar: UnchangedBenchmark.keepingBar,
      peer: .init("--no-catalogue") { $0[1] },
      smallest: .init("that and keeping in facts-keeper (C)") {
        $0[1] + $0[3] - $0[2]
      }, ours: .init("") { $0[0] })
  }
}
