internal import Files
internal import Media

/// Conditions on single columns, each 1 or 0 and never NULL, whatever the stored value.
struct PhotosConditions {
  private let schema: PhotosSchema

  init(_ schema: PhotosSchema) {
    self.schema = schema
  }

  subscript(column: PhotosColumn) -> String { column.sql(schema) }

  /// Returns a column with few values in a way that keeps SQLite from using an index: Photos has
  /// indexes of dozens of columns and no statistics, and SQLite would take one for "images", which
  /// leaves most rows.
  private func plain(_ column: PhotosColumn) -> String { "+\(self[column])" }

  /// Returns the test of a column's type, which stands last, as most rows fail the one before it.
  private func isWhole(_ column: PhotosColumn) -> String {
    "typeof(\(self[column])) = 'integer'"
  }

  func equals(_ column: PhotosColumn, _ value: Int64) -> String {
    "(\(plain(column)) = \(value) AND \(isWhole(column)))"
  }

  func isAbove(_ column: PhotosColumn, _ value: Int64) -> String {
    "(\(plain(column)) > \(value) AND \(isWhole(column)))"
  }

  func isSet(_ column: PhotosColumn) -> String {
    "(\(plain(column)) <> 0 AND \(isWhole(column)))"
  }

  func has(_ column: PhotosColumn, bit: Int64) -> String {
    "((\(self[column]) & \(bit)) <> 0 AND \(isWhole(column)))"
  }

  /// Returns a column's text as ``PhotosRows`` reads it, else NULL.
  func text(_ column: PhotosColumn) -> String { "as_text(\(self[column]))" }

  func isText(_ column: PhotosColumn) -> String { "(\(text(column)) IS NOT NULL)" }

  /// Returns a column's integer if it is within a range, else NULL.
  func whole(_ column: PhotosColumn, _ range: ClosedRange<Int64>) -> String {
    let sql = self[column]
    return "(CASE WHEN typeof(\(sql)) = 'integer' "
      + "AND \(sql) BETWEEN \(range.lowerBound) AND \(range.upperBound) THEN \(sql) END)"
  }

  /// Returns a column's number, with fractions or without, if it is within a range, else NULL.
  func number(_ column: PhotosColumn, _ least: String, _ most: String) -> String {
    "as_number(\(self[column]), \(least), \(most))"
  }

  func isDate(_ column: PhotosColumn) -> String { Self.isDate(self[column]) }

  static func isDate(_ sql: String) -> String {
    "(typeof(\(sql)) IN ('integer', 'real') AND \(sql) BETWEEN \(-PhotosDate.limit) "
      + "AND \(PhotosDate.limit))"
  }

  /// Returns a condition that is true without a date; an index serves it, as numbers come first.
  static func isNoDate(_ sql: String) -> String {
    "(\(sql) IS NULL OR \(sql) < \(-PhotosDate.limit) OR \(sql) > \(PhotosDate.limit))"
  }

  func isMedia(_ type: MediaType) -> String {
    switch type {
    case .image: equals(.kind, 0)
    case .video: equals(.kind, 1)
    case .audio: equals(.kind, 2)
    case .unknown: "NOT (\(plain(.kind)) BETWEEN 0 AND 2 AND \(isWhole(.kind)))"
    }
  }

  /// Returns a condition for creation dates by the clock of the place; nil for more ranges than SQLite
  /// takes. It also holds where the zone is not known, as that of this computer is not known to SQL.
  func isIn(_ cycle: ClockCycle) -> SQLCondition? {
    guard cycle.ranges.count <= Self.mostRanges else { return nil }
    let unit =
      switch cycle.unit {
      case .minute: "minute"
      case .weekday: "weekday"
      case .day: "day"
      }
    let ends = cycle.ranges.map { ", \($0.lowerBound), \($0.upperBound)" }.joined()
    return .wide("is_on_clock(\(self[.created]), \(self[.zoneOffset]), '\(unit)'\(ends))")
  }

  /// SQLite calls no function with more than 100 values.
  private static let mostRanges = 48

  /// A condition that is true for an asset with a RAW half, or RAW by type or, once edited, name.
  var isRAW: String {
    let names = MediaFormat.rawExtensions.map { "lower(\(self[.filename])) GLOB '*.\($0)'" }
    return "(\(schema.hasRAW) OR (\(isText(.type)) AND \(self[.type]) GLOB '*raw-image')"
      + " OR (\(isSet(.adjustments)) AND \(isText(.filename)) AND (\(names.joined(separator: " OR ")))))"
  }

  /// The media subtypes, each with its condition.
  var subtypes: [(MediaSubtypes, String)] {
    PhotosSubtypeRule.all.map { rule in
      let signs = rule.signs.map { column, value in
        value.map { equals(column, $0) } ?? isSet(column)
      }
      let holds = "(\(signs.joined(separator: " OR ")))"
      return (rule.subtype, rule.media.map { "(\(isMedia($0)) AND \(holds))" } ?? holds)
    }
  }
}

extension PhotosSchema.Keywords {
  /// A subquery for the keywords of the asset `a`, to be continued by `AND` and a condition.
  var rows: String {
    "SELECT 1 FROM \(table) j JOIN ZKEYWORD k ON k.Z_PK = j.\(keyword) WHERE j.\(details) = b.Z_PK"
  }
}

extension PhotosSchema.People {
  /// A subquery for the people in the asset `a`, to be continued by `AND` and a condition.
  var rows: String {
    "SELECT 1 FROM ZDETECTEDFACE f JOIN ZPERSON p ON p.Z_PK = f.\(person) "
      + "WHERE f.\(asset) = a.Z_PK"
  }
}
