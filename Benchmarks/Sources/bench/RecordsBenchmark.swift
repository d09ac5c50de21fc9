/// A filter over records on standard input.
struct RecordsBenchmark: Benchmark {
  let name = "records"

  func rows(in settings: Settings) throws(BenchmarkError) -> [Row] {
    let count = settings.isSmoke ? 20_000 : 1_000_000
    let titles = ["a function", "a table"].map { "\(count) records through \($0)" }
    guard let jq = Peer.jq.program else { return titles.map { .skipped($0, .jq) } }
    let records = try settings.records(count)
    let function = try settings.rule(
      "records-function",
      """
      return pipeline {
        source { stdin = true },
        filter(function(asset) return asset.mediaType == "image" and asset.pixelWidth >= 2000 end),
      }
      """)
    let table = try settings.rule(
      "records-table",
      """
      return pipeline {
        source { stdin = true },
        filter { mediaType = "image", pixelWidth = at_least(2000) },
      }
      """)
    let commands = [
      settings.run(function), settings.run(table),
      Command(jq, ["-c", "select(.mediaType == \"image\" and .pixelWidth >= 2000)"]),
    ].map { $0.reading(records) }
    try check(commands, settings)
    let comparison = try Comparison(commands, rounds: settings.rounds(5), in: settings)
    return zip(titles, [20.0, 30]).enumerated().map { index, row in
      comparison.row(row.0, index, against: 2, called: "jq", bar: .faster(row.1))
    }
  }

  /// All three have to keep the same records.
  private func check(_ commands: [Command], _ settings: Settings) throws(BenchmarkError) {
    var counts: [String] = []
    for (index, command) in commands.enumerated() {
      let kept = "\(settings.scratch)/kept-\(index)"
      try command.writing(to: kept).run(in: settings)
      let lines = "\(settings.scratch)/kept-\(index).lines"
      try Command("/bin/sh", ["-c", "wc -l < \"$1\"", "sh", kept]).writing(to: lines)
        .run(in: settings)
      counts.append(String(System.text(of: lines).filter { !$0.isWhitespace }))
    }
    guard Set(counts).count == 1, counts[0] != "0" else {
      throw BenchmarkError("the filters keep \(counts.joined(separator: ", ")) records")
    }
  }
}
