internal import CSQLite

/// An error of SQLite.
package struct SQLiteProblem: Error, Hashable, Sendable {
  /// SQLite's primary result code.
  package let code: Int32
  /// SQLite's message.
  package let message: String
  /// The system's error number if opening, reading or writing a file failed; else nil.
  package let systemError: Int32?

  init(_ connection: OpaquePointer?, code: Int32) {
    self.code = code & 0xFF
    let text = connection.flatMap { sqlite3_errmsg($0) } ?? sqlite3_errstr(code)
    message = text.map { String(cString: $0) } ?? "error \(code)"
    let error = connection.map { csqlite_system_error($0) } ?? 0
    let isSystems = self.code == SQLITE_CANTOPEN || self.code == SQLITE_IOERR
    systemError = isSystems && error != 0 ? error : nil
  }

  private init(code: Int32, message: String) {
    self.code = code
    self.message = message
    systemError = nil
  }

  /// The error that another program has exclusive access to the database.
  package static let locked = SQLiteProblem(nil, code: SQLITE_BUSY)

  static let closed = SQLiteProblem(code: SQLITE_MISUSE, message: "Connection is closed")
}
