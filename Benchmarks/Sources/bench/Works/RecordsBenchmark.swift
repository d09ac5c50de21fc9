/// A filter over records on standard input.
struct RecordsBenchmark: Benchmark {
  let name = "records"
  let about = "A filter over records on standard input"

  func rows(in settings: Settings) throws(BenchmarkError) -> [Row] {
    let count = settings.isSmoke ? 20_000 : 1_000_000
    let records = try settings.records(count)
    let ours = [
      settings.run(try Self.function(in: settings)), settings.run(try Self.table(in: settings)),
    ].map { $0.reading(records) }
    let scanner = Command("\(settings.products)/record-scanner", []).reading(records)
    let titles = ["a function", "a table"].map { "\(count) records through \($0)" }
    try RecordCount(of: records, among: ours + [scanner], in: settings)
    let comparison = try Comparison(ours + [scanner], rounds: settings.rounds(11), in: settings)
    var rows = zip(titles, [2, 1.5]).enumerated().map { index, row in
      comparison.row(
        row.0, index, against: 2, called: "record-scanner (C)", bar: .atMost(row.1),
        peakLimit: 60_000_000)
    }
    let select = "select(.mediaType == \"image\" and .pixelWidth >= 2000)"
    let copy = """
      copy (select * from read_ndjson('\(records)')
      where mediaType = 'image' and pixelWidth >= 2000) to '/dev/stdout' (format json)
      """
    // Those that take many seconds are run less often.
    let peers: [(peer: Peer, arguments: [String], rounds: Int, bars: [Bar])] = [
      (.duckdb, ["-batch", "-c", copy], 7, [.none, .faster(4)]),
      (.jaq, ["-c", select], 5, [.none, .faster(1)]),
      (.gojq, ["-c", select], 3, [.none, .faster(1)]),
      (.jq, ["-c", select], 3, [.faster(20), .faster(30)]),
    ]
    for (peer, arguments, rounds, bars) in peers {
      guard let program = settings.program(peer) else {
        rows.append(.skipped("\(count) records, against \(peer.name)", peer))
        continue
      }
      let command = Command(program, arguments).reading(records)
      // Both ran already.
      try RecordCount(of: records, among: [ours[1], command], in: settings)
      let comparison = try Comparison(
        ours + [command], rounds: settings.rounds(rounds), warmsUp: false, in: settings)
      for (index, bar) in bars.enumerated() {
        if case .none = bar { continue }
        rows.append(
          comparison.row(
            "\(titles[index]), \(peer.name)", index, against: 2, called: peer.name, bar: bar))
      }
    }
    return rows
  }

  static func function(in settings: Settings) throws(BenchmarkError) -> String {
    try settings.rule(
      "records-function",
      """
      return pipeline {
        source { stdin = true },
        filter(function(asset) return asset.mediaType == "image" and asset.pixelWidth >= 2000 end),
      }
      """)
  }

  static func table(in settings: Settings) throws(BenchmarkError) -> String {
    try settings.rule(
      "records-table",
      """
      return pipeline {
        source { stdin = true },
        filter { mediaType = "image", pixelWidth = at_least(2000) },
      }
      """)
  }
}
