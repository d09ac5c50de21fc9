/// A card of new pictures copied into an empty library.
struct ImportBenchmark: Benchmark {
  let name = "import"
  let about = "A card of new pictures copied into an empty library"

  func rows(in settings: Settings) throws(BenchmarkError) -> [Row] {
    let count = settings.isSmoke ? 50 : 2000
    guard let copy = settings.program(.copy) else { return [.skipped("import", .copy)] }
    let card = try settings.card(count)
    let tree = try FileTree(card)
    let total = tree.warm()
    let target = "\(settings.scratch)/imported"
    let clean = Command("/bin/rm", ["-rf", target])
    func fresh() throws(BenchmarkError) {
      try clean.run(in: settings)
      try System.makeFolder(target)
      for state in ["state", "cache"] {
        try Command("/bin/rm", ["-rf", "\(settings.scratch)/\(state)"]).run(in: settings)
      }
      System.flushDisks()
      tree.warm()
    }
    func compared(_ others: [Command], _ options: String...) throws(BenchmarkError) -> Comparison {
      let words = ["import", card, "--library", target] + options
      return try Comparison(
        [Command(settings.shotflow, words)] + others, rounds: settings.rounds(5), in: settings,
        prepare: { (_) throws(BenchmarkError) in try fresh() })
    }
    let what = "\(count) new files, \(Figure.megabytes(total))"
    let byCopy = Command(copy, ["-r", card, target])
    let compare = Command(
      "/bin/sh", ["-c", "cp -r \"$1\" \"$2/all\" && diff -r \"$1\" \"$2/all\"", "sh", card, target])
    var rows: [Row] = []
    if let rsync = settings.program(.rsync) {
      let plain = try compared(
        [byCopy, Command(rsync, ["-a", "--checksum", card, target])], "--no-verify")
      rows = [
        plain.row("import without check, \(what)", against: 1, called: "cp -r", bar: .atMost(1.5)),
        plain.row("import without check, \(what)", against: 2, called: "rsync", bar: .atMost(1)),
      ]
    } else {
      rows = [.skipped("import without check, \(what)", .rsync)]
    }
    rows.append(
      try compared([compare]).row(
        "import with check, \(what)", against: 1, called: "cp -r and diff -r", bar: .atMost(1.1),
        peakLimit: 60_000_000))
    try clean.run(in: settings)
    return rows
  }
}

extension Settings {
  /// Pictures of a megabyte each, of which no two are the same.
  fileprivate func card(_ count: Int) throws(BenchmarkError) -> String {
    let path = "\(scratch)/card-\(count)"
    if System.exists("\(path).made") { return path }
    let corpus = try corpus(count)
    let script = """
      rm -rf "$2" && cp -r "$1" "$2" && find "$2" -type f -exec sh -c '
        for file do head -c 1000000 /dev/urandom >>"$file" || exit 1; done' sh {} + && : >"$2.made"
      """
    try Command("/bin/sh", ["-c", script, "sh", corpus, path]).run(in: self)
    return path
  }
}
