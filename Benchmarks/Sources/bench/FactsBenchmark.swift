/// What the files of a library are: type, size, dates, camera, read from their headers.
struct FactsBenchmark: Benchmark {
  let name = "facts"

  func rows(in settings: Settings) throws(BenchmarkError) -> [Row] {
    let count = settings.isSmoke ? 500 : 20_000
    let corpus = try settings.corpus(count)
    let rule = try settings.rule("facts", "return pipeline { source {} }")
    let tree = try FileTree(corpus)
    tree.warm()

    let reader = Command("\(settings.products)/header-reader", [corpus])
    // The corpus holds files that are cut short, which a run reports with status 3.
    let run = settings.run(rule, ["--library", corpus, "--no-catalogue"]).accepting([0, 3])
    let single = settings.run(rule, ["--library", corpus, "--no-catalogue", "--lanes", "1"])
      .accepting([0, 3])
    let comparison = try Comparison(
      [run, single, reader], rounds: settings.rounds(21), in: settings)
    let peer = "header-reader (C)"
    return [
      comparison.row(
        "facts of \(count) files", against: 2, called: peer, bar: .atMost(1.5),
        peakLimit: 60_000_000),
      comparison.row("the same in one lane", 1, against: 2, called: peer, bar: .atMost(1.3)),
      try cold(tree, run, reader, settings),
      try exifTool(tree, run, settings),
    ]
  }

  /// The same with nothing of the corpus in memory; the reader in C has one thread and asks for
  /// one file after the other.
  private func cold(
    _ tree: FileTree, _ run: Command, _ reader: Command, _ settings: Settings
  ) throws(BenchmarkError) -> Row {
    System.flushDisks()
    let comparison = try Comparison([run, reader], rounds: settings.rounds(5), in: settings) {
      _ throws(BenchmarkError) in tree.forget()
    }
    return comparison.row(
      "cold facts of \(tree.paths.count) files", against: 1, called: "header-reader (C)",
      bar: .faster(2.5), peakLimit: 60_000_000)
  }

  /// exiftool takes most of a minute for the corpus; it gets an even sample, and the time beyond
  /// its start is scaled.
  private func exifTool(
    _ tree: FileTree, _ run: Command, _ settings: Settings
  ) throws(BenchmarkError) -> Row {
    guard let exifTool = Peer.exiftool.program else {
      return .skipped("facts, against exiftool", .exiftool)
    }
    let sample = tree.sample(settings.isSmoke ? 50 : 1000)
    let list = "\(settings.scratch)/exiftool.list"
    try System.save(sample.joined(separator: "\n") + "\n", to: list)
    let tags = [
      "-FileType", "-ImageSize", "-DateTimeOriginal", "-CreateDate", "-Model", "-Orientation",
    ]
    // Status 1 tells of files that it can't read.
    let command = Command(exifTool, ["-json"] + tags + ["-@", list]).accepting([0, 1])
    let comparison = try Comparison(
      [run, command, Command(exifTool, ["-ver"])], rounds: settings.rounds(5), in: settings)
    let scale = Double(tree.paths.count) / Double(sample.count)
    let bar = Bar.faster(150)
    let start = (wall: comparison.wall(2), cpu: comparison.cpu(2))
    let whole = start.wall + max(0, comparison.wall(1) - start.wall) * scale
    let wholeCPU = start.cpu + max(0, comparison.cpu(1) - start.cpu) * scale
    let ratio = comparison.wall(0) / whole
    return Row(
      name: "facts, exiftool on \(sample.count) files, scaled",
      ours: Figure.seconds(comparison.wall(0)), peer: "exiftool \(Figure.seconds(whole))",
      ratio: bar.text(for: ratio), cpuRatio: bar.text(for: comparison.cpu(0) / wholeCPU),
      bar: bar.text, peak: Figure.megabytes(comparison.peak(0)),
      verdict: Verdict.text(bar.holds(for: ratio), bar))
  }
}
