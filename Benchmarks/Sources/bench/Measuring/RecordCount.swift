/// A check that programs keep the same number of records.
struct RecordCount {
  /// - Throws: ``BenchmarkError`` when the counts differ, or none is kept.
  @discardableResult
  init(of records: String, among commands: [Command], in settings: Settings) throws(BenchmarkError)
  {
    var counts: [String] = []
    for command in commands {
      let kept = "\(settings.scratch)/kept"
      try command.writing(to: kept).run(in: settings)
      let lines = "\(settings.scratch)/kept.lines"
      try Command("/bin/sh", ["-c", "wc -l < \"$1\"", "sh", kept]).writing(to: lines)
        .run(in: settings)
      counts.append(String(System.text(of: lines).filter { !$0.isWhitespace }))
    }
    guard Set(counts).count == 1, counts[0] != "0" else {
      throw BenchmarkError(
        "of \(records), \(commands.map(\.program).joined(separator: ", ")) keep "
          + "\(counts.joined(separator: ", ")) records")
    }
  }
}
