internal import CSQLite
internal import Files
internal import Media
internal import Platform
internal import Synchronization

/// A catalogue's database, opened without changing a byte, in one state. Safe from any thread.
///
/// Every statement may only read, and is ended after a while: a declaration may be a stranger's.
final class CatalogueDatabase: Sendable {
  private let place: CataloguePlace
  private let traces: [DatabaseTraces]
  private let limit: Duration
  private let deadline: Deadline
  private let state: Lock<State>

  /// `@unchecked Sendable`: guarded by the lock.
  private struct State: @unchecked Sendable {
    let database: ForeignDatabase
  }

  /// The longest time for one use of the connection, such as reading a page of rows.
  static let patience = Duration.seconds(30)

  /// - Throws: ``LibraryProblem`` if a database can't be read or lacks a table that is needed.
  init(
    _ place: CataloguePlace, _ declaration: CatalogueDeclaration, limit: Duration,
    cancellation: Cancellation?
  ) throws {
    self.place = place
    self.limit = limit
    traces = Self.traces(of: place)
    let deadline = Deadline()
    self.deadline = deadline
    state = Lock(
      try LibraryProblem.explaining(place.database, of: place.program) {
        let database = try ForeignDatabase(
          at: place.database, of: place.program, attached: place.attached,
          cancellation: cancellation, isOver: { deadline.isOver })
        // One transaction, so that everything is read from one state; begun before the connection
        // is confined to reading.
        try database.connection.execute("BEGIN")
        try CatalogueNeeds(declaration).check(database.connection, at: place.database)
        try CatalogueStandIns(declaration.optional).add(to: database.connection)
        try CatalogueFunctions(
          zone: .computer, identifiers: CatalogueIdentifiers(declaration.assets)
        ).add(to: database.connection)
        return State(database: database)
      })
  }

  /// Calls `body` with the connection, which no other thread uses meanwhile.
  ///
  /// - Parameter subject: The part of the declaration that is used, for messages.
  /// - Throws: ``LibraryProblem`` for an error of SQLite, or where another program wrote meanwhile, or
  ///   any other error of `body`.
  func use<Result>(
    _ subject: String, _ body: (SQLiteConnection) throws -> Result
  ) throws -> Result {
    try state.withLock { state in
      deadline.set(after: limit)
      defer { deadline.clear() }
      do {
        return try body(state.database.connection)
      } catch let problem as SQLiteProblem {
        // What another program wrote meanwhile may look like damage.
        if !deadline.isOver { try state.database.checkUnchanged() }
        throw place.problem(problem, in: subject, isLate: deadline.isOver)
      }
    }
  }

  /// Calls `body` for each row of a statement.
  func forEachRow(
    of sql: SQLText, in subject: String, _ body: (SQLiteStatement) throws -> Void
  ) throws {
    try use(subject) { connection in
      let statement = try connection.prepare(sql)
      while try statement.step() { try body(statement) }
    }
  }

  /// Returns the words for each statement, and behind them its query plan as `plan: …`.
  func explained(
    _ subject: String, _ statements: [(words: String, sql: SQLText)]
  ) throws -> [String] {
    try use(subject) { connection in
      try statements.flatMap { words, sql in
        var steps: [String] = []
        try connection.forEachRow(of: SQLText("EXPLAIN QUERY PLAN ") + sql) { row in
          if let step = row.text(3) { steps.append(step) }
        }
        return [words, "plan: " + steps.joined(separator: "; ")]
      }
    }
  }

  /// True if no other program wrote to the catalogue since it was opened.
  var isUnchanged: Bool { traces == Self.traces(of: place) }

  /// True if everything was read from one state, because no other program wrote meanwhile or its
  /// locks are used.
  var isOfOneState: Bool { state.withLock { $0.database.isUnchanged } }

  private static func traces(of place: CataloguePlace) -> [DatabaseTraces] {
    ([place.database] + place.attached.map(\.path)).map { DatabaseTraces($0) }
  }

  /// - Throws: ``LibraryProblem`` when another program wrote to the catalogue meanwhile.
  func checkUnchanged() throws { try state.withLock { try $0.database.checkUnchanged() } }
}

/// The time at which a statement is ended; safe from any thread.
private final class Deadline: Sendable {
  private let moment = Lock<ContinuousClock.Instant?>(nil)

  var isOver: Bool { moment.withLock { $0.map { $0 <= .now } ?? false } }

  func set(after limit: Duration) { moment.withLock { $0 = .now + limit } }

  func clear() { moment.withLock { $0 = nil } }
}
