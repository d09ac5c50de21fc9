/// The rows of the assets of one fetch of a Photos library, in order, found as far as requested;
/// confined to its snapshot. A row number takes 8 bytes, 8 MB for a million assets, and each can be
/// read without those before it. A list of every n-th sort key would take less and cost more:
/// reading on from such a key needs the tests again, and a key does not order two assets of the
/// same moment.
final class PhotosRowList {
  private(set) var rows: [Int64] = []
  private(set) var isComplete = false
  private(set) var failures: [AssetFailure] = []
  private let offset: Int
  private let end: Int
  private var leftOut: Int
  private var counted: Int?
  private var finder: any RowFinder

  static let step = 4096

  /// - Parameter finder: returns the rows from the first on.
  init(_ fetch: AssetFetch, _ finder: any RowFinder) {
    self.finder = finder
    offset = fetch.offset
    leftOut = fetch.offset
    end = fetch.limit ?? .max
    if end == 0 { finish() }
  }

  func locate(_ count: Int) throws {
    while !isComplete, rows.count < count {
      guard let found = try finder.next() else {
        finish()
        break
      }
      let dropped = min(leftOut, found.count)
      leftOut -= dropped
      rows += found.dropFirst(dropped).prefix(end - rows.count)
      if rows.count == end { finish() }
    }
  }

  func count() throws -> Int {
    if !isComplete, counted == nil {
      counted = try finder.count().map { min(max(0, $0 - offset), end) }
    }
    if let counted, !isComplete { return counted }
    try locate(.max)
    return rows.count
  }

  var knownCount: Int? { isComplete ? rows.count : counted }

  private func finish() {
    isComplete = true
    failures = finder.failures
    finder = NoRows()
  }

  private struct NoRows: RowFinder {
    func next() -> [Int64]? { nil }
    var failures: [AssetFailure] { [] }
  }
}

/// A search for the rows of a fetch's assets in order, some at a time.
protocol RowFinder {
  func next() throws -> [Int64]?

  /// Returns the number of rows; nil if it is only known after finding them.
  func count() throws -> Int?

  var failures: [AssetFailure] { get }
}

extension RowFinder {
  func count() throws -> Int? { nil }
}
