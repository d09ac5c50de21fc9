internal import Platform
internal import SQLite

/// Tells whether a Photos library is as it was when the watch was made.
///
/// Where Photos' locks are honoured, SQLite counts the commits of others (`PRAGMA data_version`); a
/// connection of the watch's own asks, so that a transaction that is open elsewhere hides nothing.
/// Else the files tell: nobody writes without making an index first.
///
/// Confined to whoever holds it.
final class PhotosWatch {
  private let path: String
  private let traces: Traces
  /// Nil where the files tell.
  private let commits: (statement: SQLiteStatement, count: Int64?)?

  private struct Traces: Equatable {
    let database: FileStatus?
    let log: FileStatus?
    let logHead: [UInt8]
    let hasIndex: Bool

    init(_ path: String) {
      database = FileStatus(directory: AT_FDCWD, name: path)
      log = FileStatus(directory: AT_FDCWD, name: path + "-wal")
      logHead = ForeignDatabaseFiles.logHead(of: path)
      hasIndex = FileStatus(directory: AT_FDCWD, name: path + "-shm") != nil
    }
  }

  /// Made before the connection that is watched for, so that no change falls between the two.
  ///
  /// - Throws: ``SQLiteProblem`` or ``FileProblem``.
  init(_ library: PhotosLibrary) throws {
    path = "\(library.path.string)/\(library.files.layout.databaseFolder)/Photos.sqlite"
    traces = Traces(path)
    let database = try library.connect()
    guard database.honoursLocks else {
      commits = nil
      return
    }
    let statement = try database.connection.prepare(SQLText("PRAGMA data_version"))
    commits = (statement, try Self.number(statement))
  }

  var isUnchanged: Bool {
    guard let commits else { return traces == Traces(path) }
    return isSameFile(traces.database, "") && isSameFile(traces.log, "-wal")
      && (try? Self.number(commits.statement)) == commits.count
  }

  /// Whether the file is still the one that was opened.
  private func isSameFile(_ known: FileStatus?, _ suffix: String) -> Bool {
    let status = FileStatus(directory: AT_FDCWD, name: path + suffix)
    return status?.inode == known?.inode && status?.device == known?.device
  }

  private static func number(_ statement: SQLiteStatement) throws -> Int64? {
    defer { statement.restart() }
    return try statement.step() ? statement.integer(0) : nil
  }
}
