/// One thing that is measured; gives one or more rows.
protocol Benchmark: Sendable {
  /// The word that picks it on the command line.
  var name: String { get }
  /// What is done, as a caption.
  var about: String { get }

  func rows(in settings: Settings) throws(BenchmarkError) -> [Row]
}
