internal import Files

/// A row finder that uses only SQL, without reading the assets.
final class SQLRowFinder: RowFinder {
  private let schema: PhotosSchema
  private let countStatement: SQLText
  private let isDescending: Bool
  private var parts: ArraySlice<SQLiteStatement>
  /// Rows of one millisecond, to be sorted together, as SQL compares dates with a higher precision.
  private var run: [(row: Int64, date: Double)] = []
  private var identifiers: SQLiteStatement?

  let failures: [AssetFailure] = []
  /// The number of rows that are found at once.
  private let step: Int
  private let prepare: (SQLText) throws(SQLiteProblem) -> SQLiteStatement

  /// - Parameter findsFirst: True to find a single row; the connection keeps the statements for the
  ///   next album, as most use the same.
  init(
    _ selection: PhotosSelection, _ schema: PhotosSchema, on connection: SQLiteConnection,
    findsFirst: Bool = false
  ) throws {
    step = findsFirst ? 1 : PhotosRowList.step
    prepare = findsFirst ? connection.cached : connection.prepare
    let statement = PhotosStatement(selection, schema)
    self.schema = schema
    countStatement = statement.count
    isDescending = selection.order?.isDescending ?? false
    parts = try statement.listing.map(prepare)[...]
  }

  func count() throws -> Int? {
    let counted = try prepare(countStatement)
    return try counted.step() ? Int(clamping: counted.integer(0) ?? 0) : nil
  }

  func next() throws -> [Int64]? {
    var found: [Int64] = []
    found.reserveCapacity(step)
    while found.count < step, let statement = parts.first {
      guard try statement.step() else {
        try endRun(&found)
        parts.removeFirst()
        continue
      }
      guard let row = statement.integer(0) else { continue }
      guard let date = statement.number(1), let moment = PhotosDate.milliseconds(date) else {
        try endRun(&found)
        found.append(row)
        continue
      }
      if let last = run.last?.date,
        PhotosDate.milliseconds(last) != moment || run.count >= PhotosDateOrder.longestRun
      {
        try endRun(&found)
      }
      run.append((row, date))
    }
    return found.isEmpty ? nil : found
  }

  /// Sorts rows of the same moment by their identifiers, byte by byte.
  private func endRun(_ found: inout [Int64]) throws {
    defer { run.removeAll(keepingCapacity: true) }
    guard run.count > 1 else {
      if let only = run.first { found.append(only.row) }
      return
    }
    let named = try run.map { (row: $0.row, date: $0.date, name: try identifier($0.row)) }
    found += named.sorted { left, right in
      if left.name != right.name { return left.name.lexicographicallyPrecedes(right.name) }
      if left.date != right.date { return (left.date < right.date) != isDescending }
      return left.row < right.row
    }.map(\.row)
  }

  /// Returns an asset's identifier with PhotoKit's suffix, which affects the order; else nothing.
  private func identifier(_ row: Int64) throws -> [UInt8] {
    let statement =
      try identifiers
      ?? prepare(
        SQLText("SELECT a.ZUUID FROM \(schema.assets.name) a WHERE a.Z_PK = ?", [.integer(0)]))
    identifiers = statement
    statement.restart([.integer(row)])
    defer { statement.restart() }
    guard try statement.step(), let uuid = statement.text(0) else { return [] }
    return Array("\(uuid)\(PhotosIdentifier.assetSuffix)".utf8)
  }
}
