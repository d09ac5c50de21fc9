internal import CSQLite
package import Samples

/// The tables of `photo.db` as Shotwell 0.30 has them, with rows of anything.
///
///     var database = ShotwellSampleDatabase()
///     database.insert(into: "PhotoTable", ["filename": "/pictures/a.jpg", "rating": 5])
///     let bytes = try database.encoded()
///
/// The same rows give the same bytes. Nothing is checked: a test can store what no program would.
package struct ShotwellSampleDatabase: Sendable {
  /// The columns of each table with their types, the row's number left out.
  package var tables: [String: [Column]]
  package private(set) var rows: [String: [[String: ColumnValue]]] = [:]
  /// Statements behind all others.
  package var furtherSQL: [String] = []

  package struct Column: Hashable, Sendable {
    package let name: String
    package let type: String

    package init(_ name: String, _ type: String) {
      self.name = name
      self.type = type
    }
  }

  /// - Parameter version: of the schema, 20 to 24.
  package init(version: Int = 20) {
    tables = Self.tables
    if version >= 21 {
      tables["PhotoTable"]? += [
        Column("has_gps", "INTEGER"), Column("gps_lat", "REAL"), Column("gps_lon", "REAL"),
      ]
    }
    insert(
      into: "VersionTable",
      ["schema_version": .integer(Int64(version)), "app_version": version < 24 ? "0.30" : "0.32"])
  }

  package mutating func insert(into table: String, _ row: [String: ColumnValue]) {
    rows[table, default: []].append(row)
  }

  package mutating func removeColumn(_ name: String, of table: String) {
    tables[table]?.removeAll { $0.name == name }
  }

  package mutating func removeTable(_ name: String) { tables[name] = nil }

  /// Returns the file's bytes without unknown tables and columns; throws ``ShotwellSampleError``.
  package func encoded() throws -> [UInt8] {
    var handle: OpaquePointer?
    guard sqlite3_open(":memory:", &handle) == SQLITE_OK else {
      throw ShotwellSampleError("can't make a database")
    }
    defer { sqlite3_close(handle) }
    for statement in ["BEGIN"] + statements + furtherSQL + ["COMMIT"] {
      guard sqlite3_exec(handle, statement, nil, nil, nil) == SQLITE_OK else {
        let reason = sqlite3_errmsg(handle).map { String(cString: $0) } ?? ""
        throw ShotwellSampleError("can't run \(statement): \(reason)")
      }
    }
    var size: sqlite3_int64 = 0
    guard let bytes = sqlite3_serialize(handle, "main", &size, 0) else {
      throw ShotwellSampleError("can't write a database")
    }
    defer { sqlite3_free(bytes) }
    return Array(UnsafeRawBufferPointer(start: bytes, count: Int(size)))
  }

  private var statements: [String] {
    tables.keys.sorted().flatMap { table -> [String] in
      let columns = tables[table] ?? []
      let list = columns.map { ", \($0.name) \($0.type)" }.joined()
      let creation = "CREATE TABLE \(table) (id INTEGER PRIMARY KEY\(list))"
      let known = Set(columns.map(\.name) + ["id"])
      let insertions = (rows[table] ?? []).map { row in
        let names = row.keys.filter(known.contains).sorted()
        let values = names.map { row[$0]?.literal ?? "NULL" }
        return names.isEmpty
          ? "INSERT INTO \(table) DEFAULT VALUES"
          : "INSERT INTO \(table) (\(names.joined(separator: ", "))) "
            + "VALUES (\(values.joined(separator: ", ")))"
      }
      return [creation] + insertions
    }
  }

  private static func columns(_ type: String, _ names: String) -> [Column] {
    names.split(separator: " ").map { Column(String($0), type) }
  }

  private static let tables: [String: [Column]] = [
    "VersionTable": columns("INTEGER", "schema_version") + columns("TEXT", "app_version user_data"),
    "PhotoTable": columns("TEXT", "filename")
      + columns(
        "INTEGER",
        "width height filesize timestamp exposure_time orientation original_orientation import_id "
          + "event_id")
      + columns("TEXT", "transformations md5 thumbnail_md5 exif_md5")
      + columns("INTEGER", "time_created")
      + columns("INTEGER DEFAULT 0", "flags rating file_format")
      + columns("TEXT", "title backlinks") + columns("INTEGER", "time_reimported")
      + columns("INTEGER DEFAULT -1", "editable_id")
      + columns("INTEGER DEFAULT 0", "metadata_dirty")
      + columns("TEXT", "developer")
      + columns(
        "INTEGER DEFAULT -1", "develop_shotwell_id develop_camera_id develop_embedded_id")
      + columns("TEXT", "comment"),
    "VideoTable": columns("TEXT", "filename") + columns("INTEGER", "width height")
      + columns("REAL", "clip_duration")
      + columns(
        "INTEGER", "is_interpretable filesize timestamp exposure_time import_id event_id")
      + columns("TEXT", "md5") + columns("INTEGER", "time_created")
      + columns("INTEGER DEFAULT 0", "rating") + columns("TEXT", "title backlinks")
      + columns("INTEGER", "time_reimported") + columns("INTEGER DEFAULT 0", "flags")
      + columns("TEXT", "comment"),
    "EventTable": columns("TEXT", "name") + columns("INTEGER", "primary_photo_id time_created")
      + columns("TEXT", "primary_source_id comment"),
    "TagTable": columns("TEXT", "name photo_id_list") + columns("INTEGER", "time_created"),
    "BackingPhotoTable": columns("TEXT", "filepath")
      + columns(
        "INTEGER",
        "timestamp filesize width height original_orientation file_format time_created"),
    "TombstoneTable": columns("TEXT", "filepath") + columns("INTEGER", "filesize")
      + columns("TEXT", "md5") + columns("INTEGER", "time_created reason"),
  ]
}

/// The reason why a library could not be made.
package struct ShotwellSampleError: Error, CustomStringConvertible {
  package let description: String

  init(_ description: String) {
    self.description = description
  }
}
