/// Finds rows by SQL alone, without reading the assets.
final class StoredRows: RowFinder {
  private var parts: ArraySlice<SQLiteStatement>
  /// Rows whose dates are of one millisecond, with the dates and identifiers; they are put in order
  /// together, as SQL compares dates beyond it.
  private var run: [(row: Int64, date: Double, identifier: String)] = []
  private var isMixed = false

  let failures: [AssetFailure] = []

  init(_ statement: PhotosStatement, on connection: SQLiteConnection) throws {
    parts = try statement.places.map { try connection.prepare($0) }[...]
  }

  func next() throws -> [Int64]? {
    var found: [Int64] = []
    found.reserveCapacity(PhotosList.step)
    while found.count < PhotosList.step, let statement = parts.first {
      guard try statement.step() else {
        endRun(&found)
        parts.removeFirst()
        continue
      }
      guard let row = statement.integer(0) else { continue }
      guard let date = statement.number(1), let moment = PhotosDate.milliseconds(date) else {
        endRun(&found)
        found.append(row)
        continue
      }
      if let last = run.last?.date {
        if PhotosDate.milliseconds(last) != moment || run.count >= PhotosDateOrder.longestRun {
          endRun(&found)
        } else if last != date {
          isMixed = true
        }
      }
      run.append((row, date, identifier(statement)))
    }
    return found.isEmpty ? nil : found
  }

  /// As PhotoKit forms it, whose ending decides where one identifier begins another.
  private func identifier(_ statement: SQLiteStatement) -> String {
    statement.text(2).map { "\($0)\(PhotosIdentifier.assetSuffix)" } ?? ""
  }

  private func endRun(_ found: inout [Int64]) {
    if isMixed {
      let places = run.indices.sorted { left, right in
        let (one, other) = (run[left].identifier.utf8, run[right].identifier.utf8)
        return one.lexicographicallyPrecedes(other)
          || (!other.lexicographicallyPrecedes(one) && left < right)
      }
      found += places.map { run[$0].row }
    } else {
      found += run.map(\.row)
    }
    run.removeAll(keepingCapacity: true)
    isMixed = false
  }
}
