internal import SQLite

/// `photo.db`, of which not a byte is changed.
///
/// Shotwell keeps a rollback journal: a lock held on its database would keep it from saving what the
/// user does. So the database is read without locks and in one go, at most a few times anew when
/// Shotwell wrote to it meanwhile.
struct ShotwellDatabase: Sendable {
  let path: String

  private static let mostAttempts = 3

  /// Calls `body` with one state of the library.
  ///
  /// - Throws: ``LibraryProblem``, or what `body` throws.
  func read<Result>(
    cancellation: Cancellation? = nil, _ body: (ShotwellState) throws -> Result
  ) throws -> Result {
    var attemptsLeft = Self.mostAttempts
    while true {
      attemptsLeft -= 1
      let database = try explain {
        try ForeignDatabase(at: path, of: "Shotwell", cancellation: cancellation)
      }
      do {
        let result = try explain {
          try database.connection.execute("BEGIN")
          return try body(ShotwellState(database.connection))
        }
        if database.isUnchanged { return result }
        if attemptsLeft == 0 { try database.checkUnchanged() }
      } catch {
        // What was read while Shotwell wrote may look damaged.
        if database.isUnchanged || attemptsLeft == 0 { throw error }
      }
    }
  }

  /// Puts what fails into the words of a message.
  private func explain<Result>(_ body: () throws -> Result) throws -> Result {
    do {
      return try body()
    } catch let problem as SQLiteProblem {
      throw LibraryProblem(path, FileProblem(problem, of: "Shotwell"))
    } catch let problem as FileProblem {
      throw LibraryProblem(path, problem)
    }
  }
}

/// What is asked of a library while it is open.
struct ShotwellState {
  let connection: SQLiteConnection
  let schema: ShotwellSchema
  let tags: ShotwellTags

  init(_ connection: SQLiteConnection) throws {
    self.connection = connection
    schema = try ShotwellSchema(connection)
    tags = try ShotwellTags(connection, schema)
  }

  func statement(_ selection: ShotwellSelection) -> ShotwellStatement {
    ShotwellStatement(selection, schema, tags)
  }

  func rows(_ selection: ShotwellSelection) throws -> [ShotwellRow] {
    var rows: [ShotwellRow] = []
    try connection.forEachRow(of: statement(selection).rows) { rows.append(ShotwellRow($0)) }
    return rows
  }
}
