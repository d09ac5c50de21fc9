/// A program that sorts the same records in parts and merges them, and GNU sort.
struct SortedFloor: Floor {
  func rows(in settings: Settings) throws(BenchmarkError) -> [Row] {
    let count = settings.isSmoke ? 20_000 : 1_000_000
    let runs = try SortedBenchmark.runs(of: count, in: settings)
    let records = try settings.records(count)
    let sorter = "\(settings.products)/record-sort"
    let comparison = try Comparison(
      [
        runs[0], runs[2], Command(sorter, []).reading(records),
        Command(sorter, ["-u"]).reading(records),
      ], rounds: settings.rounds(7), in: settings)
    let title = SortedBenchmark.title(count)
    let ours = Comparison.Side("") { $0[0] }
    return [
      comparison.floor(
        title, bar: SortedBenchmark.bar, peer: .init("record-sort (C), unsorted") { $0[3] },
        smallest: .init("record-sort (C), two threads") { $0[2] }, ours: ours),
      comparison.floor(
        title, bar: SortedBenchmark.bar, peer: .init("shotflow, unsorted") { $0[1] },
        smallest: .init("that and sorting in record-sort (C)") { $0[1] + $0[2] - $0[3] },
        ours: ours),
    ]
  }
}
