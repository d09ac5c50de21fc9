internal import CSQLite

/// A connection to a database.
///
/// ```swift
/// let connection = try SQLiteConnection(path: path, busyTimeout: .seconds(5))
/// try connection.transaction {
///   try connection.cached("DELETE FROM note WHERE id = ?").run([.integer(7)])
/// }
/// ```
///
/// Confined to whoever holds it: SQLite does no locking of its own here. ``SharedConnection`` is for
/// several threads. It is closed when the last reference goes, statements' among them.
package final class SQLiteConnection {
  package let handle: OpaquePointer
  fileprivate let isCancelled: @Sendable () -> Bool
  /// Statements that are prepared and not in use, by their SQL.
  private var kept: [String: OpaquePointer] = [:]

  /// Opens a database that a stranger may have made, for reading, by a URI that names one of the file
  /// systems of `CSQLite`.
  ///
  /// - Parameters:
  ///   - setup: pragmas that come before the first access.
  ///   - isCancelled: asked from time to time; true ends the statement that is at work.
  package init(
    uri: String, setup: [String], isCancelled: @escaping @Sendable () -> Bool
  ) throws(SQLiteProblem) {
    let registered = csqlite_register()
    guard registered == SQLITE_OK else { throw SQLiteProblem(nil, code: registered) }
    handle = try Self.open(uri, SQLITE_OPEN_READONLY | SQLITE_OPEN_URI)
    self.isCancelled = isCancelled
    let distrusted = csqlite_distrust(handle, Self.longestValue)
    guard distrusted == SQLITE_OK else { throw SQLiteProblem(handle, code: distrusted) }
    sqlite3_busy_timeout(handle, Self.patience)
    // The connection outlives its own handler.
    let context = Unmanaged.passUnretained(self).toOpaque()
    sqlite3_progress_handler(handle, Self.stepsBetweenChecks, sqliteIsCancelled, context)
    for pragma in ["PRAGMA query_only = ON"] + setup { try execute(pragma) }
  }

  /// Opens a database of the program's own for reading and writing, and looks whether it is one.
  ///
  /// - Parameters:
  ///   - path: of a file that is there; an empty one is an empty database. `:memory:` names one that
  ///     is in memory alone.
  ///   - busyTimeout: how long another process's lock is waited for.
  ///   - setup: pragmas that come before the first access.
  package init(
    path: String, busyTimeout: Duration = .zero, setup: String = ""
  ) throws(SQLiteProblem) {
    handle = try Self.open(path, SQLITE_OPEN_READWRITE)
    isCancelled = { false }
    sqlite3_busy_timeout(handle, Int32(clamping: Int64(busyTimeout / .milliseconds(1))))
    try execute(setup)
    // SQLite takes any file for a database until it is first read.
    _ = try prepare("SELECT * FROM sqlite_master LIMIT 1").step()
  }

  private static func open(_ name: String, _ flags: Int32) throws(SQLiteProblem) -> OpaquePointer {
    var opened: OpaquePointer?
    let code = sqlite3_open_v2(name, &opened, flags | SQLITE_OPEN_NOMUTEX, nil)
    guard code == SQLITE_OK, let opened else {
      let problem = SQLiteProblem(opened, code: code)
      sqlite3_close(opened)
      throw problem
    }
    return opened
  }

  deinit {
    for statement in kept.values { sqlite3_finalize(statement) }
    sqlite3_close_v2(handle)
  }

  /// How long another program's lock is waited for when a stranger's database is read, in
  /// milliseconds.
  package static let patience: Int32 = 5000
  /// No row that is looked for is as long, in bytes; a text beyond it ends the reading, not the
  /// memory.
  private static let longestValue: Int32 = 1 << 26
  private static let stepsBetweenChecks: Int32 = 50_000

  /// How many rows the last statement that changes rows changed.
  package var changeCount: Int { Int(sqlite3_changes(handle)) }

  /// Runs statements, with semicolons between them, that have no parameters.
  package func execute(_ sql: String) throws(SQLiteProblem) {
    let code = sqlite3_exec(handle, sql, nil, nil, nil)
    guard code == SQLITE_OK else { throw SQLiteProblem(handle, code: code) }
  }

  package func prepare(_ sql: SQLText) throws(SQLiteProblem) -> SQLiteStatement {
    SQLiteStatement(try prepare(sql.text), of: self, sql.values, returnsAs: nil)
  }

  /// A statement that is prepared once for each connection and comes back when the last reference to
  /// it goes.
  package func cached(_ sql: SQLText) throws(SQLiteProblem) -> SQLiteStatement {
    let prepared =
      if let known = kept.removeValue(forKey: sql.text) { known } else { try prepare(sql.text) }
    return SQLiteStatement(prepared, of: self, sql.values, returnsAs: sql.text)
  }

  private func prepare(_ sql: String) throws(SQLiteProblem) -> OpaquePointer {
    var prepared: OpaquePointer?
    let code = sqlite3_prepare_v2(handle, sql, -1, &prepared, nil)
    guard code == SQLITE_OK, let prepared else { throw SQLiteProblem(handle, code: code) }
    return prepared
  }

  /// Takes a statement back that ``cached(_:)`` gave.
  func keep(_ statement: OpaquePointer, as sql: String) {
    sqlite3_reset(statement)
    sqlite3_clear_bindings(statement)
    if let other = kept.updateValue(statement, forKey: sql) { sqlite3_finalize(other) }
  }

  /// Calls `body` for each row.
  package func forEachRow(
    of sql: SQLText, _ body: (SQLiteStatement) -> Void
  ) throws(SQLiteProblem) {
    let statement = try prepare(sql)
    while try statement.step() { body(statement) }
  }

  /// The whole number in the first column of the first row; nil when there is none.
  package func integer(_ sql: SQLText) throws(SQLiteProblem) -> Int64? {
    let statement = try prepare(sql)
    return try statement.step() ? statement.integer(0) : nil
  }

  /// The text in the first column of the first row; nil when there is none.
  package func text(_ sql: SQLText) throws(SQLiteProblem) -> String? {
    let statement = try prepare(sql)
    return try statement.step() ? statement.text(0) : nil
  }

  /// When a transaction takes its locks.
  package enum TransactionKind: String {
    /// The lock to write at once, so that what is read in it still holds when it is written.
    case immediate = "BEGIN IMMEDIATE"
    /// A lock when one is needed: to read at the first reading.
    case deferred = "BEGIN DEFERRED"
  }

  /// Runs `body` in a transaction, which is undone when anything in it throws.
  package func transaction<Result>(
    _ kind: TransactionKind = .immediate, _ body: () throws -> Result
  ) throws -> Result {
    try execute(kind.rawValue)
    do {
      let result = try body()
      try execute("COMMIT")
      return result
    } catch {
      // Some failures made SQLite undo it already.
      if sqlite3_get_autocommit(handle) == 0 { try? execute("ROLLBACK") }
      throw error
    }
  }
}

/// Called by SQLite from time to time while it works; an answer that is not 0 ends the statement.
///
/// A free function, so that it belongs to no actor.
private func sqliteIsCancelled(_ context: UnsafeMutableRawPointer?) -> Int32 {
  guard let context else { return 0 }
  let connection = Unmanaged<SQLiteConnection>.fromOpaque(context).takeUnretainedValue()
  return connection.isCancelled() ? 1 : 0
}
