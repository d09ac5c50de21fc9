internal import CSQLite

/// What SQLite answered when it could not do what it was asked.
struct SQLiteProblem: Error, Hashable, Sendable {
  /// One of SQLite's result codes, without its extension.
  let code: Int32
  /// SQLite's own words.
  let message: String
  /// The system's number, when the system refused to open a file.
  let systemError: Int32?

  init(_ connection: OpaquePointer?, code: Int32) {
    self.code = code & 0xFF
    let text = connection.flatMap { sqlite3_errmsg($0) } ?? sqlite3_errstr(code)
    message = text.map { String(cString: $0) } ?? "error \(code)"
    let error = connection.map { sqlite3_system_errno($0) } ?? 0
    systemError = self.code == SQLITE_CANTOPEN && error != 0 ? error : nil
  }

  /// Another program has the database for itself.
  static let locked = SQLiteProblem(nil, code: SQLITE_BUSY)

  /// The reason, in the words of a message.
  var reason: String {
    switch code {
    case SQLITE_BUSY, SQLITE_LOCKED:
      "the database is locked by another program; close Photos and try again"
    case SQLITE_CORRUPT: "the database is damaged: \(message)"
    case SQLITE_NOTADB: "the database is damaged: it is no SQLite database"
    case SQLITE_CANTOPEN, SQLITE_PERM, SQLITE_AUTH: "the database can't be opened: \(message)"
    case SQLITE_INTERRUPT: "reading was interrupted"
    case SQLITE_FULL, SQLITE_NOMEM, SQLITE_TOOBIG: "reading takes too much memory: \(message)"
    default: "the database can't be read: \(message)"
    }
  }
}
