/// One thing that is measured; gives one or more rows.
protocol Benchmark: Sendable {
  /// The word that picks it on the command line.
  var name: String { get }
  /// The measured work, as a caption.
  var about: String { get }
  /// The table that its rows are in.
  var layout: Layout { get }

  func rows(in settings: Settings) throws(BenchmarkError) -> [Row]
}

extension Benchmark {
  var layout: Layout { .figures }
}
