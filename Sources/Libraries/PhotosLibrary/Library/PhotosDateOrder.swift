internal import Files

/// An order by one date of the assets for which the library's database has an index.
struct PhotosDateOrder: Hashable, Sendable {
  let column: PhotosColumn
  let isDescending: Bool
  private let field: Field

  /// Converts a rule's order; nil if it is not by one of the dates alone.
  init?(_ order: [SortKey]) {
    guard order.count == 1, let key = order.first else { return nil }
    switch key.field {
    case .creationDate: column = .created
    case .addedDate: column = .added
    case .modificationDate: column = .modified
    default: return nil
    }
    isDescending = key.isDescending
    field = key.field
  }

  /// Returns the conditions and orders of the consecutive parts: assets with a date, then those
  /// without. Equal ones are ordered by identifier, byte by byte.
  func parts(
    _ schema: PhotosSchema, of predicate: AssetPredicate
  ) -> [(condition: SQLText, order: String)] {
    let date = column.sql(schema)
    let identifier =
      "(CASE WHEN typeof(a.ZUUID) = 'text' "
      + "THEN a.ZUUID || '\(PhotosIdentifier.assetSuffix)' ELSE '' END), a.Z_PK"
    let dated = (
      SQLText(PhotosConditions.isDate(date)),
      "\(date)\(isDescending ? " DESC" : ""), \(identifier)"
    )
    if predicate.needs(field) { return [dated] }
    return [dated, (SQLText(PhotosConditions.isNoDate(date)), identifier)]
  }

  /// Returns true if a row with the date `next` may begin a new batch after these rows: dates in
  /// one millisecond are equal, whatever their fraction, and stay in one batch.
  func canBegin(_ rows: PhotosRows, next: Double?) -> Bool {
    guard let next, rows.count > 0, let last = rows.seconds(rows.count - 1, column) else {
      return true
    }
    return rows.count >= Self.longestRun
      || PhotosDate.milliseconds(next) != PhotosDate.milliseconds(last)
  }

  /// The maximum number of rows of one millisecond that are sorted together; no camera takes more.
  static let longestRun = 1 << 14

  /// Returns the rows' indexes in the order of milliseconds and, within one, of identifiers.
  func sorted(_ rows: PhotosRows) -> [Int] {
    var places = Array(0..<rows.count)
    var start = 0
    while start < rows.count {
      guard let first = rows.seconds(start, column) else { break }
      let moment = PhotosDate.milliseconds(first)
      var end = start + 1
      var isMixed = false
      while end < rows.count, let next = rows.seconds(end, column),
        PhotosDate.milliseconds(next) == moment
      {
        if next != first { isMixed = true }
        end += 1
      }
      if isMixed {
        places[start..<end].sort {
          let (left, right) = (rows.identifier($0), rows.identifier($1))
          return left.precedes(right) || (!right.precedes(left) && $0 < $1)
        }
      }
      start = end
    }
    return places
  }
}
