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

  func equals(_ column: PhotosColumn, _ value: Int64) -> String {
    "(typeof(\(self[column])) = 'integer' AND \(plain(column)) = \(value))"
  }

  func isAbove(_ column: PhotosColumn, _ value: Int64) -> String {
    "(typeof(\(self[column])) = 'integer' AND \(plain(column)) > \(value))"
  }

  func isSet(_ column: PhotosColumn) -> String {
    "(typeof(\(self[column])) = 'integer' AND \(plain(column)) <> 0)"
  }

  func has(_ column: PhotosColumn, bit: Int64) -> String {
    "(typeof(\(self[column])) = 'integer' AND (\(self[column]) & \(bit)) <> 0)"
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
    case .unknown: "NOT (typeof(\(self[.kind])) = 'integer' AND \(plain(.kind)) BETWEEN 0 AND 2)"
    }
  }

  /// Returns a condition for creation dates by the clock of the place. It also holds where the zone
  /// is not known, as that of this computer is not known to SQL.
  func isIn(_ cycle: ClockCycle) -> SQLCondition {
    let (date, offset) = (plain(.created), self[.zoneOffset])
    // Seconds are rounded as by PhotosDate; CAST rounds towards 0, as the offset's minutes are.
    let whole = "CAST(\(date) AS INTEGER)"
    let floor = "(\(whole) - (\(date) < \(whole)))"
    let second = "\(floor) + ((\(date) - \(floor)) * 1e6 >= 999999.5)"
    let clock = "\(second) + \(PhotosDate.epoch / 1000) + \(offset) / 60 * 60"
    let number: String
    switch cycle.unit {
    case .minute: number = "(\(clock) + \(Self.weeks)) / 60 % 1440"
    // 1970-01-01 was a Thursday.
    case .weekday: number = "((\(clock) + \(Self.weeks)) / 86400 + 3) % 7 + 1"
    case .day: number = "CAST(strftime('%m%d', \(clock), 'unixepoch') AS INTEGER)"
    }
    var isInside = cycle.ranges.map { "\(number) BETWEEN \($0.lowerBound) AND \($0.upperBound)" }
    // The years 1 to 9999, in which SQLite knows months and days.
    if cycle.unit == .day {
      isInside.insert("\(clock) NOT BETWEEN -62135596800 AND 253402300799", at: 0)
    }
    return .wide(
      "(\(Self.isDate(date)) AND (NOT (typeof(\(offset)) = 'integer' "
        + "AND \(offset) BETWEEN -64800 AND 64800) OR \(isInside.joined(separator: " OR "))))")
  }

  /// Seconds of whole weeks by which all dates are after 1970, so that remainders are positive.
  private static let weeks: Int64 = 604_800 * 15_000_000_000

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
