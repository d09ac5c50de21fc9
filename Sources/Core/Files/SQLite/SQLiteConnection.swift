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
/// Used by one thread at a time, as SQLite is opened without its own locking; ``SharedConnection``
/// is for several. It is closed with the last reference to it and to its statements.
package final class SQLiteConnection {
  package let handle: OpaquePointer
  private let isCancelled: @Sendable () -> Bool
  /// The time at which the current step has to end; nil without a limit.
  private var deadline: ContinuousClock.Instant?
  private let longestStep: Duration?
  /// Prepared statements that are not in use, by their SQL.
  private var kept: [String: OpaquePointer] = [:]

  /// Opens a database from an untrusted source for reading, by a URI that names one of the virtual
  /// file systems in `CSQLite`.
  ///
  /// - Parameters:
  ///   - setup: pragmas that are run before the first access.
  ///   - isCancelled: called from time to time; returns true to end the running statement.
  package init(
    uri: String, setup: [String], isCancelled: @escaping @Sendable () -> Bool
  ) throws(SQLiteProblem) {
    let registered = csqlite_register()
    guard registered == SQLITE_OK else { throw SQLiteProblem(nil, code: registered) }
    handle = try Self.open(uri, SQLITE_OPEN_READONLY | SQLITE_OPEN_URI)
    self.isCancelled = isCancelled
    longestStep = nil
    let distrusted = csqlite_distrust(handle, Self.longestValue)
    guard distrusted == SQLITE_OK else { throw SQLiteProblem(handle, code: distrusted) }
    sqlite3_busy_timeout(handle, Self.patience)
    checkRegularly(after: Self.operationsOfStrangers)
    for pragma in ["PRAGMA query_only = ON"] + setup { try execute(pragma) }
  }

  /// Opens one of shotflow's own databases for reading and writing, and checks that it is a
  /// database.
  ///
  /// - Parameters:
  ///   - path: an existing file, empty for an empty database; `:memory:` for one in memory.
  ///   - busyTimeout: the longest wait for another process's lock.
  ///   - longestStep: the longest time for a step of a statement; nil for no limit.
  ///   - isGuarded: True for a database that another program may have put in the place: views and
  ///     triggers are off, and its schema can't be written as a table.
  ///   - isForStrangers: True if a stranger's statements will run: their values and temporary files
  ///     are bounded.
  ///   - setup: pragmas that are run before the first access.
  package init(
    path: String, busyTimeout: Duration = .zero, longestStep: Duration? = nil,
    isGuarded: Bool = false, isForStrangers: Bool = false, setup: String = ""
  ) throws(SQLiteProblem) {
    if isForStrangers {
      let registered = csqlite_register()
      guard registered == SQLITE_OK else { throw SQLiteProblem(nil, code: registered) }
    }
    handle = try Self.open(path, SQLITE_OPEN_READWRITE, isForStrangers ? CSQLITE_BOUNDED : nil)
    isCancelled = { false }
    self.longestStep = longestStep
    if isForStrangers {
      let bounded = csqlite_bound_functions(handle)
      guard bounded == SQLITE_OK else { throw SQLiteProblem(handle, code: bounded) }
    }
    if isGuarded {
      let guarded = csqlite_guard(handle)
      guard guarded == SQLITE_OK else { throw SQLiteProblem(handle, code: guarded) }
    }
    if longestStep != nil { checkRegularly(after: Self.operationsBetweenChecks) }
    sqlite3_busy_timeout(handle, Int32(clamping: Int64(busyTimeout / .milliseconds(1))))
    try execute(setup)
    // SQLite accepts any file as a database until it is first read.
    _ = try prepare("SELECT * FROM sqlite_master LIMIT 1").step()
  }

  private func checkRegularly(after operations: Int32) {
    // The handler is removed with the connection, so the reference is always valid.
    let context = Unmanaged.passUnretained(self).toOpaque()
    sqlite3_progress_handler(handle, operations, sqliteIsToEnd, context)
  }

  /// Sets the deadline of a statement's next step.
  func beginStep() {
    if let longestStep { deadline = .now + longestStep }
  }

  fileprivate var isToEnd: Bool {
    if let deadline, ContinuousClock.now > deadline { return true }
    return isCancelled()
  }

  private static func open(
    _ name: String, _ flags: Int32, _ fileSystem: String? = nil
  ) throws(SQLiteProblem) -> OpaquePointer {
    var opened: OpaquePointer?
    let code = sqlite3_open_v2(name, &opened, flags | SQLITE_OPEN_NOMUTEX, fileSystem)
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

  /// Returns the error of the last call of SQLite, which returned `code`.
  package func problem(code: Int32) -> SQLiteProblem { SQLiteProblem(handle, code: code) }

  /// Attaches another database from an untrusted source, and runs the pragmas in `setup`.
  ///
  /// - Parameter name: its name in statements, which needs no quotes.
  func attach(_ uri: String, as name: String, setup: [String]) throws(SQLiteProblem) {
    sqlite3_limit(handle, SQLITE_LIMIT_ATTACHED, Self.mostAttached)
    defer { sqlite3_limit(handle, SQLITE_LIMIT_ATTACHED, 0) }
    _ = try prepare(SQLText("ATTACH ? AS \(name)", [.text(uri)])).step()
    for pragma in setup { try execute(pragma) }
  }

  /// The greatest number of databases that are attached to one.
  package static let mostAttached: Int32 = 4

  /// The longest wait for another program's lock on an untrusted database, in milliseconds.
  package static let patience: Int32 = 5000
  /// The longest row in bytes; a longer one ends the query before it exhausts memory.
  private static let longestValue: Int32 = 1 << 26
  private static let operationsBetweenChecks: Int32 = 50_000
  /// Few, as each of a stranger's may handle a value of some MiB.
  private static let operationsOfStrangers: Int32 = 1000

  /// The number of rows that the last statement changed.
  package var changeCount: Int { Int(sqlite3_changes(handle)) }

  /// Runs statements without parameters, separated by semicolons.
  package func execute(_ sql: String) throws(SQLiteProblem) {
    beginStep()
    let code = sqlite3_exec(handle, sql, nil, nil, nil)
    guard code == SQLITE_OK else { throw SQLiteProblem(handle, code: code) }
  }

  /// Prepares a statement, and binds its values.
  package func prepare(_ sql: SQLText) throws(SQLiteProblem) -> SQLiteStatement {
    SQLiteStatement(try prepare(sql.text), of: self, sql.values, returnsAs: nil)
  }

  /// Returns a statement from the cache, or a new one; it goes to the cache when it is released.
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

  func keep(_ statement: OpaquePointer, as sql: String) {
    sqlite3_reset(statement)
    sqlite3_clear_bindings(statement)
    if let other = kept.updateValue(statement, forKey: sql) { sqlite3_finalize(other) }
  }

  /// Runs a query, and calls `body` for each row.
  package func forEachRow(
    of sql: SQLText, _ body: (SQLiteStatement) -> Void
  ) throws(SQLiteProblem) {
    let statement = try prepare(sql)
    while try statement.step() { body(statement) }
  }

  /// Returns the whole number in the first column of the first row; nil when none exists.
  package func integer(_ sql: SQLText) throws(SQLiteProblem) -> Int64? {
    let statement = try prepare(sql)
    return try statement.step() ? statement.integer(0) : nil
  }

  /// Returns the text in the first column of the first row; nil when none exists.
  package func text(_ sql: SQLText) throws(SQLiteProblem) -> String? {
    let statement = try prepare(sql)
    return try statement.step() ? statement.text(0) : nil
  }

  /// The time at which a transaction takes its locks.
  package enum TransactionKind: String {
    /// Takes the lock for writing at once, so that nothing changes between reading and writing.
    case immediate = "BEGIN IMMEDIATE"
    /// Takes each lock when it is needed: for reading at the first read.
    case deferred = "BEGIN DEFERRED"
  }

  /// Runs `body` in a transaction, which is rolled back when anything in it throws.
  package func transaction<Result>(
    _ kind: TransactionKind = .immediate, _ body: () throws -> Result
  ) throws -> Result {
    try execute(kind.rawValue)
    do {
      let result = try body()
      try execute("COMMIT")
      return result
    } catch {
      // After some failures SQLite has rolled it back already.
      if sqlite3_get_autocommit(handle) == 0 { try? execute("ROLLBACK") }
      throw error
    }
  }
}

/// Returns 1 to end the running statement, 0 to continue; called by SQLite from time to time. A
/// free function, so that it is not isolated to an actor.
private func sqliteIsToEnd(_ context: UnsafeMutableRawPointer?) -> Int32 {
  guard let context else { return 0 }
  let connection = Unmanaged<SQLiteConnection>.fromOpaque(context).takeUnretainedValue()
  return connection.isToEnd ? 1 : 0
}

/// A release of SQLite: `3.40.1`.
package struct SQLiteRelease: Sendable, CustomStringConvertible {
  package let description: String

  /// The release that the program is linked with.
  package static var linked: SQLiteRelease {
    SQLiteRelease(description: String(cString: sqlite3_libversion()))
  }
}
