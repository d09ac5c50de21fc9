/// Gives the rows of a fetch's assets in order, some at a time; nil behind the last.
protocol RowFinder {
  func next() throws -> [Int64]?

  /// How many rows there are, if that is known sooner than the rows are found.
  func count() throws -> Int?

  /// What could not be read on the way.
  var failures: [AssetFailure] { get }
}

extension RowFinder {
  func count() throws -> Int? { nil }
}
