internal import CSQLite
internal import Platform

/// The database of another program and its log, opened so that no byte of either changes.
///
/// ```swift
/// let database = try ForeignDatabase(
///   at: "/home/me/photo.db", of: "Shotwell", cancellation: cancellation)
/// try database.connection.execute("BEGIN")
/// ```
///
/// SQLite keeps an index of a write-ahead log in a file that even a reader writes. So it is opened
/// in one of three ways:
///
/// - with an index: it is mapped for reading only, and the other program's locks are honoured; one that
///   is cut short meanwhile is an error (`index.h` in `CSQLite`);
/// - with a log alone: no program has the database open; the index is kept in memory, which SQLite
///   does for a connection with exclusive access;
/// - with neither: the database file is complete, and is read as one that does not change.
///
/// In the last two cases no lock stops another program that starts: ``isUnchanged`` detects that.
package final class ForeignDatabase {
  /// The read-only connection.
  package let connection: SQLiteConnection
  package let path: String
  /// The states of the files that were opened without locks, by the databases' paths.
  private let opened: [String: FileStates]

  /// True if the other program's locks are used, so that a transaction reads one state.
  package var honoursLocks: Bool { opened.isEmpty }

  private struct FileStates: Equatable {
    let database: FileStatus?
    let logHead: [UInt8]
  }

  /// - Parameters:
  ///   - program: the name of the program that writes it, for messages.
  ///   - attached: further databases of the program, by the names that they get in statements.
  ///   - isOver: called from time to time; returns true to end the running statement.
  /// - Throws: ``FileProblem`` if a file is missing, damaged or not an ordinary one,
  ///   ``SQLiteProblem`` if the database is locked or can't be opened.
  package init(
    at path: String, of program: String, attached: [(name: String, path: String)] = [],
    cancellation: Cancellation?, isOver: (@Sendable () -> Bool)? = nil
  ) throws {
    self.path = path
    var opened: [String: FileStates] = [:]
    func opening(_ path: String, as name: String) throws -> (uri: String, setup: [String]) {
      let files = try ForeignDatabaseFiles(path, of: program)
      let escaped = Array(path.utf8).percentEncoded(keeping: "/-._")
      let uri = "file:" + String(decoding: escaped, as: UTF8.self)
      if files.log != nil, files.hasIndex {
        return ("\(uri)?vfs=shotflow-read-only&mode=ro&readonly_shm=1", [])
      }
      try Self.wait(for: files, cancellation)
      opened[path] = Self.traces(of: path)
      if let log = files.log, log.size > 0 {
        return (
          "\(uri)?vfs=shotflow-read-only-unlocked&mode=ro",
          ["PRAGMA \(name).locking_mode = EXCLUSIVE"]
        )
      }
      var attemptsLeft = Self.mostAttempts
      while try files.isCutShort() {
        attemptsLeft -= 1
        guard attemptsLeft > 0 else {
          throw FileProblem("the database is damaged: it is cut short")
        }
        // A program that began to write writes the number of pages before the pages.
        try Self.wait(for: files, cancellation)
        opened[path] = Self.traces(of: path)
      }
      return ("\(uri)?vfs=shotflow-read-only&mode=ro&immutable=1", [])
    }
    let own = try opening(path, as: "main")
    connection = try SQLiteConnection(
      uri: own.uri, setup: own.setup,
      isCancelled: { cancellation?.isCancelled ?? false || isOver?() ?? false })
    for other in attached {
      let (uri, setup) = try opening(other.path, as: other.name)
      try connection.attach(uri, as: other.name, setup: setup)
    }
    self.opened = opened
  }

  /// Waits up to five seconds until no other program has exclusive access; throws if one still has.
  private static func wait(
    for files: ForeignDatabaseFiles, _ cancellation: Cancellation?
  ) throws(SQLiteProblem) {
    var left = SQLiteConnection.patience
    while files.isLocked {
      guard left > 0, cancellation?.isCancelled != true else { throw .locked }
      usleep(UInt32(pause) * 1000)
      left -= pause
    }
  }

  private static let pause: Int32 = 50
  private static let mostAttempts = 5

  /// True if no other program wrote to the database since it was opened; always true with locks.
  package var isUnchanged: Bool { opened.allSatisfy { $0.value == Self.traces(of: $0.key) } }

  private static func traces(of database: String) -> FileStates {
    FileStates(
      database: FileStatus(directory: AT_FDCWD, name: database),
      logHead: ForeignDatabaseFiles.logHead(of: database))
  }
}

extension FileProblem {
  /// Creates the message that a database can't be read; `program` is the one that writes it.
  package init(_ problem: SQLiteProblem, of program: String) {
    if let error = problem.systemError {
      self.init(error: error)
      return
    }
    let message = problem.message
    let reason =
      switch problem.code {
      case SQLITE_BUSY, SQLITE_LOCKED:
        "the database is locked by another program; close \(program) and try again"
      case SQLITE_CORRUPT: "the database is damaged: \(message)"
      case SQLITE_NOTADB: "the database is damaged: it is no SQLite database"
      case SQLITE_CANTOPEN, SQLITE_PERM, SQLITE_AUTH: "the database can't be opened: \(message)"
      case SQLITE_INTERRUPT: "reading was interrupted"
      case SQLITE_FULL, SQLITE_NOMEM, SQLITE_TOOBIG: "reading takes too much memory: \(message)"
      default: "the database can't be read: \(message)"
      }
    self.init(reason)
  }
}
