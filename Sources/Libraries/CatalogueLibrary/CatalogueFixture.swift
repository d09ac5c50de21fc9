internal import CSQLite
internal import Files
internal import Platform

/// A small catalogue for tests of a declaration, made of SQL.
///
/// The SQL may be a stranger's: it changes only its own databases, and is ended after 30 seconds.
package struct CatalogueFixture: Hashable, Sendable {
  /// The statements that make the catalogue's database.
  package var sql: String
  /// The statements that make the databases beside it, by their names in SQL.
  package var attached: [String: String]

  package init(sql: String, attached: [String: String] = [:]) {
    self.sql = sql
    self.attached = attached
  }

  /// Makes the catalogue's files in a folder, in place of earlier ones.
  ///
  /// - Returns: The path of the catalogue's database.
  /// - Throws: ``CatalogueFixtureProblem`` if SQL fails, or is for a database that is not declared.
  @discardableResult
  package func write(
    for declaration: CatalogueDeclaration, to folder: String
  ) throws(CatalogueFixtureProblem) -> String {
    let names = declaration.attached.map(\.name)
    if let odd = attached.keys.sorted().first(where: { !names.contains($0) }) {
      throw CatalogueFixtureProblem("attached.\(odd)", "the library attaches no \"\(odd)\"")
    }
    let path = declaration.databasePath(in: folder)
    try Self.make(path, of: sql, "catalogue")
    for other in declaration.attached {
      try Self.make(
        "\(folder)/\(other.file)", of: attached[other.name] ?? "", "attached.\(other.name)")
    }
    return path
  }

  private static func make(
    _ path: String, of sql: String, _ subject: String
  ) throws(CatalogueFixtureProblem) {
    do {
      makeFolders(of: path)
      unlink(path)
      let descriptor = open(path, O_RDWR | O_CREAT | O_EXCL | O_CLOEXEC, 0o600)
      guard descriptor >= 0 else { throw FileProblem(error: errno) }
      close(descriptor)
      let connection = try SQLiteConnection(
        path: path, isForStrangers: true, setup: "PRAGMA max_page_count = \(mostPages)")
      let budget = StepBudget()
      try withExtendedLifetime(budget) {
        budget.limit(connection)
        confine(connection)
        try connection.execute("BEGIN")
        try connection.execute(sql)
        if sqlite3_get_autocommit(connection.handle) == 0 { try connection.execute("COMMIT") }
      }
    } catch let problem as SQLiteProblem {
      throw CatalogueFixtureProblem(
        subject, problem.code == SQLITE_INTERRUPT ? "its SQL takes too long" : problem.message)
    } catch {
      throw CatalogueFixtureProblem(subject, "\(error)")
    }
  }

  /// The greatest number of pages of a database: 64 MiB with SQLite's usual pages of 4 KiB.
  static let mostPages = 1 << 14

  /// Refuses a connection to attach databases, and ignores its pragmas and transactions.
  private static func confine(_ connection: SQLiteConnection) {
    sqlite3_limit(connection.handle, SQLITE_LIMIT_ATTACHED, 0)
    // A dump of a database has pragmas, which its test does not need.
    sqlite3_set_authorizer(
      connection.handle,
      { _, action, _, _, _, _ in
        switch action {
        case SQLITE_PRAGMA, SQLITE_TRANSACTION: SQLITE_IGNORE
        case SQLITE_ATTACH, SQLITE_DETACH: SQLITE_DENY
        default: SQLITE_OK
        }
      }, nil)
  }

  private static func makeFolders(of path: String) {
    var made = ""
    for part in path.pathNames.dropLast() {
      made += "/" + part
      mkdir(made, 0o700)
    }
  }
}

/// A limit of 100 million steps and of 30 seconds for the statements of a connection.
final class StepBudget {
  private var left = 100_000
  /// The end of the time, as a single step may handle a value of some MiB.
  private let deadline = ContinuousClock.now + CatalogueDatabase.patience

  /// Limits a connection that ends before this object is released.
  func limit(_ connection: SQLiteConnection) {
    sqlite3_progress_handler(
      connection.handle, 1000,
      { context in
        guard let context else { return 0 }
        let budget = Unmanaged<StepBudget>.fromOpaque(context).takeUnretainedValue()
        budget.left -= 1
        return budget.left < 0 || ContinuousClock.now > budget.deadline ? 1 : 0
      }, Unmanaged.passUnretained(self).toOpaque())
  }
}

/// A mistake in the SQL of a fixture.
package struct CatalogueFixtureProblem: Error, Hashable, CustomStringConvertible {
  /// The member of the file of tests with the mistake, such as `attached.data`.
  package let subject: String
  private let reason: String

  init(_ subject: String, _ reason: String) {
    self.subject = subject
    self.reason = reason
  }

  package var description: String { "\(subject): \(reason)" }
}

extension CatalogueDeclaration {
  /// Returns the path of a catalogue's database in a folder; `*` in its name becomes `catalogue`.
  func databasePath(in folder: String) -> String {
    let name = (files.first ?? "*").escaping(["*": "catalogue"])
    return "\(folder)/\(name)"
  }
}
