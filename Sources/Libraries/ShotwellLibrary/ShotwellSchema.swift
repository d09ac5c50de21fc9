internal import Files

/// The tables of a library and their columns, read from the library itself: Shotwell adds columns
/// from release to release and creates some tables only at first use. The fields of missing columns
/// are unknown. The tables of photos and events exist since the first release.
struct ShotwellSchema: Sendable {
  /// `VersionTable.schema_version`: 20 in Shotwell 0.20 to 0.30, 24 in 0.32.
  let version: Int64?
  private let columns: [String: Set<String>]

  private static let newestKnown: Int64 = 24

  /// - Throws: ``SQLiteProblem``, or ``FileProblem`` if there is no table of photos.
  init(_ connection: SQLiteConnection) throws {
    var columns: [String: Set<String>] = [:]
    // Only real tables: a view or a virtual table in a manipulated file could run arbitrary code.
    let sql = SQLText(
      "SELECT m.name, c.name FROM sqlite_master m, pragma_table_info(m.name) c "
        + "WHERE m.type = 'table' AND m.rootpage > 0")
    try connection.forEachRow(of: sql) { row in
      guard let table = row.text(0), let column = row.text(1) else { return }
      columns[table, default: []].insert(column)
    }
    guard let photos = columns["PhotoTable"] else {
      throw FileProblem("photo.db has no table of photos, so it is no library of Shotwell")
    }
    guard photos.contains("id"), photos.contains("filename") else {
      throw FileProblem(
        "photo.db has a table of photos without the columns that every release has")
    }
    self.columns = columns
    version = try Self.version(connection, columns)
  }

  private static func version(
    _ connection: SQLiteConnection, _ columns: [String: Set<String>]
  ) throws -> Int64? {
    guard columns["VersionTable"]?.contains("schema_version") == true else { return nil }
    let statement = try connection.prepare(
      SQLText("SELECT schema_version FROM VersionTable ORDER BY rowid DESC LIMIT 1"))
    return try statement.step() ? statement.integer(0) : nil
  }

  func has(_ table: String) -> Bool { columns[table] != nil }

  func has(_ table: String, _ names: String...) -> Bool {
    guard let known = columns[table] else { return false }
    return names.allSatisfy(known.contains)
  }

  /// Returns the SQL of a column, or NULL if it does not exist.
  func column(_ table: String, _ name: String, of alias: String) -> String {
    has(table, name) ? "\(alias).\(name)" : "NULL"
  }

  /// True if 0 is a valid date, as in versions that store an unknown date as NULL.
  var knowsUnsetDates: Bool { (version ?? 0) >= 24 }

  /// Warnings that the user should read before relying on the values.
  var notes: [String] {
    guard let version, version > Self.newestKnown else { return [] }
    return [
      "the library was made by a newer Shotwell (schema \(version)) than shotflow knows "
        + "(\(Self.newestKnown)); what its columns mean may have changed"
    ]
  }
}
