/// One program that compares files, and reads the headers of those that are no copies.
struct DuplicatesFloor: Floor {
  func rows(in settings: Settings) throws(BenchmarkError) -> [Row] {
    let library = try SampleLibrary(in: settings)
    let rule = try DuplicatesBenchmark.rule(in: settings)
    let commands = [
      settings.run(rule, library.options + ["--no-catalogue"]).accepting([0, 3]),
      Command("\(settings.products)/byte-compare", [library.path, "-j", "2"]),
      Command("\(settings.products)/first-facts", [library.path, "-j", "2"] + library.width),
    ]
    let tree = try FileTree(library.path)
    return [
      row(
        DuplicatesBenchmark.title(library.count),
        try Comparison(commands, rounds: settings.rounds(15), in: settings)),
      row(
        DuplicatesBenchmark.coldTitle(tree),
        try DuplicatesBenchmark.coldComparison(of: commands, reading: tree, settings)),
    ]
  }

  private func row(_ title: String, _ comparison: Comparison) -> Row {
    comparison.floor(
      title, bar: DuplicatesBenchmark.bar,
      peer: .init("byte-compare (C), two threads") { $0[1] },
      smallest: .init("first-facts (C), two threads") { $0[2] }, ours: .init("") { $0[0] })
  }
}
