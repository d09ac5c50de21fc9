internal import CSQLite

/// The answer of SQLite when it could not do what it was asked.
package struct SQLiteProblem: Error, Hashable, Sendable {
  /// One of SQLite's result codes, without its extension.
  package let code: Int32
  /// SQLite's own words.
  package let message: String
  /// The system's number, when the system refused to open, read or write a file.
  package let systemError: Int32?

  init(_ connection: OpaquePointer?, code: Int32) {
    self.code = code & 0xFF
    let text = connection.flatMap { sqlite3_errmsg($0) } ?? sqlite3_errstr(code)
    message = text.map { String(cString: $0) } ?? "error \(code)"
    let error = connection.map { sqlite3_system_errno($0) } ?? 0
    let isSystems = self.code == SQLITE_CANTOPEN || self.code == SQLITE_IOERR
    systemError = isSystems && error != 0 ? error : nil
  }

  private init(code: Int32, message: String) {
    self.code = code
    self.message = message
    systemError = nil
  }

  /// Another program has the database for itself.
  package static let locked = SQLiteProblem(nil, code: SQLITE_BUSY)

  /// The connection was closed before.
  static let closed = SQLiteProblem(code: SQLITE_MISUSE, message: "Connection is closed")
}
