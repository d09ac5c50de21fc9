/// Reading the facts in the headers of a library's files: type, size, dates, camera.
struct FactsBenchmark: Benchmark {
  let name = "facts"
  let about = "What the files of a library are, read from their headers"

  static let bar = Bar.atMost(1.3)

  static func title(_ count: Int) -> String { "facts of \(count) files, two lanes" }

  func rows(in settings: Settings) throws(BenchmarkError) -> [Row] {
    let count = settings.isSmoke ? 500 : 20_000
    let corpus = try settings.corpus(count)
    let rule = try settings.rule("facts", "return pipeline { source {} }")
    let tree = try FileTree(corpus)
    tree.warm()

    // The corpus holds files that are cut short, which a run reports with status 3.
    let runs = [2, 1].map { lanes in
      settings.run(rule, ["--library", corpus, "--no-catalogue", "--lanes", "\(lanes)"])
        .accepting([0, 3])
    }
    let readers = [2, 1].map { threads in
      Command("\(settings.products)/header-reader", [corpus, "-j", "\(threads)"])
    }
    let comparison = try Comparison(runs + readers, rounds: settings.rounds(21), in: settings)
    return [
      comparison.row(
        Self.title(count), against: 2, called: "header-reader (C), two threads", bar: Self.bar,
        peakLimit: 60_000_000),
      comparison.row(
        "facts of \(count) files, one lane", 1, against: 3, called: "header-reader (C), one thread",
        bar: .atMost(1.2)),
      try cold(tree, runs[0], readers[1], settings),
      try exifTool(tree, runs[0], settings),
      try exiv2(tree, runs[0], settings),
    ]
  }

  /// The same with nothing of the corpus in memory; the reader in C asks for one file after the
  /// other.
  private func cold(
    _ tree: FileTree, _ run: Command, _ reader: Command, _ settings: Settings
  ) throws(BenchmarkError) -> Row {
    System.flushDisks()
    let comparison = try Comparison(
      [run, reader], rounds: settings.rounds(5), warmsUp: false, in: settings,
      prepare: { _ throws(BenchmarkError) in tree.forget() })
    return comparison.row(
      "cold facts of \(tree.paths.count) files", against: 1,
      called: "header-reader (C), one thread", bar: .faster(2.5), peakLimit: 60_000_000)
  }

  private func exifTool(
    _ tree: FileTree, _ run: Command, _ settings: Settings
  ) throws(BenchmarkError) -> Row {
    guard let program = settings.program(.exiftool) else {
      return .skipped("facts, against exiftool", .exiftool)
    }
    let sample = tree.sample(settings.isSmoke ? 50 : 1000)
    let list = "\(settings.scratch)/exiftool.list"
    try System.save(sample.joined(separator: "\n") + "\n", to: list)
    let tags = [
      "-FileType", "-ImageSize", "-DateTimeOriginal", "-CreateDate", "-Model", "-Orientation",
    ]
    // Status 1 means that it can't read some files.
    let command = Command(program, ["-json"] + tags + ["-@", list]).accepting([0, 1])
    return try scaled(
      run, command, idle: Command(program, ["-ver"]), of: sample.count, among: tree,
      called: "exiftool", bar: .faster(150), settings)
  }

  private func exiv2(
    _ tree: FileTree, _ run: Command, _ settings: Settings
  ) throws(BenchmarkError) -> Row {
    guard let program = settings.program(.exiv2) else {
      return .skipped("facts, against exiv2", .exiv2)
    }
    let sample = tree.sample(settings.isSmoke ? 50 : 1000)
    // It ends with a failure for files without Exif.
    let command = Command(program, ["print"] + sample).accepting(Set(0...255))
    return try scaled(
      run, command, idle: Command(program, ["--version"]), of: sample.count, among: tree,
      called: "exiv2", bar: .faster(1), settings)
  }

  /// A program that would take long for all files gets an even sample, and its time beyond its
  /// start is scaled.
  private func scaled(
    _ run: Command, _ command: Command, idle: Command, of count: Int, among tree: FileTree,
    called peer: String, bar: Bar, _ settings: Settings
  ) throws(BenchmarkError) -> Row {
    let comparison = try Comparison([run, command, idle], rounds: settings.rounds(5), in: settings)
    let scale = Double(tree.paths.count) / Double(count)
    let start = (wall: comparison.wall(2), cpu: comparison.cpu(2))
    let whole = start.wall + max(0, comparison.wall(1) - start.wall) * scale
    let wholeCPU = start.cpu + max(0, comparison.cpu(1) - start.cpu) * scale
    let ratio = comparison.wall(0) / whole
    return Row(
      name: "facts, \(peer) on \(count) files, scaled",
      ours: Figure.seconds(comparison.wall(0)), peer: "\(peer) \(Figure.seconds(whole))",
      ratio: bar.text(for: ratio),
      cpuRatio: bar.text(for: comparison.cpu(0) / max(wholeCPU, 1e-9)), bar: bar.text,
      peak: Figure.megabytes(comparison.peak(0)),
      verdict: Verdict.text(bar.holds(for: ratio), bar), amounts: (comparison.wall(0), whole))
  }
}
