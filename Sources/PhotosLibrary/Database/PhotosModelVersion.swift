internal import SQLite

/// The version of a library's data model, which every release of Photos counts up.
enum PhotosModelVersion {
  /// The models up to that of macOS 27 were looked at; later ones may mean other things.
  static func isNewerThanKnown(_ number: Int64) -> Bool { number >= 280_000_000 }

  /// Nil when the library does not say.
  static func read(_ connection: SQLiteConnection) -> Int64? {
    var found: Int64?
    try? connection.forEachRow(of: SQLText("SELECT Z_PLIST FROM Z_METADATA LIMIT 1")) { row in
      if let bytes = row.bytes(0) { found = BinaryPropertyList(bytes).integer("PLModelVersion") }
    }
    return found
  }
}
