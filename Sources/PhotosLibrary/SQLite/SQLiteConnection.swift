internal import CSQLite

/// A connection to a database that is only read.
///
/// Confined to whoever holds it: SQLite does no locking of its own here.
package final class SQLiteConnection {
  let handle: OpaquePointer
  private let cancellation: Cancellation?

  /// Opens a database by a URI that names one of the file systems of `CSQLite`.
  ///
  /// - Parameters:
  ///   - setup: pragmas that come before the first access.
  ///   - cancellation: ends a statement that is at work.
  init(
    uri: String, setup: [String], cancellation: Cancellation? = nil
  ) throws(SQLiteProblem) {
    let registered = csqlite_register()
    guard registered == SQLITE_OK else { throw SQLiteProblem(nil, code: registered) }
    var opened: OpaquePointer?
    let flags = SQLITE_OPEN_READONLY | SQLITE_OPEN_URI | SQLITE_OPEN_NOMUTEX
    let code = sqlite3_open_v2(uri, &opened, flags, nil)
    guard code == SQLITE_OK, let opened else {
      let problem = SQLiteProblem(opened, code: code)
      sqlite3_close(opened)
      throw problem
    }
    handle = opened
    self.cancellation = cancellation
    let distrusted = csqlite_distrust(opened, Self.longestValue)
    guard distrusted == SQLITE_OK else { throw SQLiteProblem(opened, code: distrusted) }
    sqlite3_busy_timeout(opened, Self.patience)
    if cancellation != nil {
      // The connection outlives its own handler.
      let context = Unmanaged.passUnretained(self).toOpaque()
      sqlite3_progress_handler(opened, Self.stepsBetweenChecks, sqliteIsCancelled, context)
    }
    for pragma in ["PRAGMA query_only = ON"] + setup { try execute(pragma) }
  }

  deinit {
    sqlite3_close_v2(handle)
  }

  /// How long another program's lock is waited for, in milliseconds.
  static let patience: Int32 = 5000
  /// No row of Photos' is as long, in bytes; a text beyond it ends the reading, not the memory.
  private static let longestValue: Int32 = 1 << 26
  private static let stepsBetweenChecks: Int32 = 50_000

  var isCancelled: Bool { cancellation?.isCancelled ?? false }

  func execute(_ sql: String) throws(SQLiteProblem) {
    let code = sqlite3_exec(handle, sql, nil, nil, nil)
    guard code == SQLITE_OK else { throw SQLiteProblem(handle, code: code) }
  }

  func prepare(_ sql: SQLText) throws(SQLiteProblem) -> SQLiteStatement {
    try SQLiteStatement(sql, on: self)
  }

  /// Calls `body` for each row.
  func forEachRow(
    of sql: SQLText, _ body: (SQLiteStatement) -> Void
  ) throws(SQLiteProblem) {
    let statement = try prepare(sql)
    while try statement.step() { body(statement) }
  }
}
