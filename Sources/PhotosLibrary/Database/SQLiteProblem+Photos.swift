internal import CSQLite
internal import SQLite

extension SQLiteProblem {
  /// Why a library's database was not read, in the words of a message.
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
