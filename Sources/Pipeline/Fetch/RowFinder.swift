/// Gives the rows of a fetch's assets in order, some at a time; nil behind the last.
protocol RowFinder {
  func next() throws -> [Int64]?

  /// What could not be read on the way.
  var failures: [AssetFailure] { get }
}
