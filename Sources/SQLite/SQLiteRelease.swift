internal import CSQLite

/// A release of SQLite: `3.40.1`.
package struct SQLiteRelease: Sendable, CustomStringConvertible {
  package let description: String

  /// The release that the program uses.
  package static var linked: SQLiteRelease {
    SQLiteRelease(description: String(cString: sqlite3_libversion()))
  }
}
