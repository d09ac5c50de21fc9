/// The limits of the machine: the smallest programs that do the work of rows, beside the same
/// peers.
struct FloorsBenchmark: Benchmark {
  let name = "floors"
  let about = "The smallest programs that do the same work"
  let layout = Layout.floors

  private static let floors: [any Floor] = [
    StartFloor(), FactsFloor(), UnchangedFloor(), DuplicatesFloor(), StagesFloor(), SandboxFloor(),
    SortedFloor(),
    FailuresFloor(), PicturesFloor(),
  ]

  func rows(in settings: Settings) throws(BenchmarkError) -> [Row] {
    var rows: [Row] = []
    for floor in Self.floors { rows += try floor.rows(in: settings) }
    return rows
  }
}

/// The smallest programs that do the work of one benchmark.
protocol Floor: Sendable {
  func rows(in settings: Settings) throws(BenchmarkError) -> [Row]
}
