/// Where the assets of one fetch are in a Photos library: their rows, in order, found as far as they
/// are asked for.
///
/// A row number takes 8 bytes, so that a million assets take 8 MB, and each can be read without those
/// before it. A list of every n-th sort key would take less and cost more: reading from such a key on
/// needs the tests again, and a key does not tell which of two assets of one moment comes first.
///
/// Confined to the snapshot that it belongs to.
final class PhotosList {
  private(set) var rows: [Int64] = []
  private(set) var isComplete = false
  private(set) var failures: [AssetFailure] = []
  private let offset: Int
  private let end: Int
  private var leftOut: Int
  private var counted: Int?
  private var finder: any RowFinder

  /// How many rows are looked for at a time.
  static let step = 4096

  /// - Parameter finder: gives the rows from the first on.
  init(_ fetch: AssetFetch, _ finder: any RowFinder) {
    self.finder = finder
    offset = fetch.offset
    leftOut = fetch.offset
    end = fetch.limit ?? .max
    if end == 0 { finish() }
  }

  /// Finds rows until so many are known, or all.
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

  /// How many rows there are; counted where that is less work than to find them.
  func count() throws -> Int {
    if !isComplete, counted == nil {
      counted = try finder.count().map { min(max(0, $0 - offset), end) }
    }
    if let counted, !isComplete { return counted }
    try locate(.max)
    return rows.count
  }

  /// How many rows there are, if that is known by now.
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
