internal import Files
internal import Platform

/// A detector of changes of a Photos library since it was made; confined to its owner. If Photos'
/// locks are honoured, SQLite counts the commits of other processes in `PRAGMA data_version`. The
/// detector has a connection of its own, so that a transaction open elsewhere hides no commit.
/// Otherwise the files are compared: every writer makes an index first.
final class PhotosChangeDetector {
  private let path: String
  private let traces: DatabaseTraces
  private let hasIndex: Bool
  /// The counter of commits; nil if the files are compared.
  private let commits: (statement: SQLiteStatement, count: Int64?)?

  /// Notes the state of the files before it opens a connection, so that no change in between is
  /// missed. Throws ``SQLiteProblem`` or ``FileProblem`` if the database can't be opened.
  init(_ library: PhotosLibrary) throws {
    path = library.databasePath
    traces = DatabaseTraces(path)
    hasIndex = Self.hasIndex(path)
    let database = try library.connect()
    guard database.honoursLocks else {
      commits = nil
      return
    }
    let statement = try database.connection.prepare(SQLText("PRAGMA data_version"))
    commits = (statement, try Self.number(statement))
  }

  var isUnchanged: Bool {
    guard let commits else {
      return DatabaseTraces(path) == traces && Self.hasIndex(path) == hasIndex
    }
    return isSameFile(traces.database, "") && isSameFile(traces.log, "-wal")
      && (try? Self.number(commits.statement)) == commits.count
  }

  private func isSameFile(_ known: FileStatus?, _ suffix: String) -> Bool {
    let status = FileStatus(directory: AT_FDCWD, name: path + suffix)
    return status?.inode == known?.inode && status?.device == known?.device
  }

  private static func hasIndex(_ path: String) -> Bool {
    FileStatus(directory: AT_FDCWD, name: path + "-shm") != nil
  }

  private static func number(_ statement: SQLiteStatement) throws -> Int64? {
    defer { statement.restart() }
    return try statement.step() ? statement.integer(0) : nil
  }
}
