internal import Files
internal import Platform

/// A detector of changes of a Photos library since it was made; confined to its owner. If Photos'
/// locks are honoured, SQLite counts the commits of other processes in `PRAGMA data_version`. The
/// detector has a connection of its own, so that a transaction open elsewhere hides no commit.
/// Otherwise the files are compared: every writer makes an index first.
final class PhotosChangeDetector {
  private let path: String
  private let traces: FileStates
  /// The counter of commits; nil if the files are compared.
  private let commits: (statement: SQLiteStatement, count: Int64?)?

  private struct FileStates: Equatable {
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

  /// Notes the state of the files before it opens a connection, so that no change in between is
  /// missed. Throws ``SQLiteProblem`` or ``FileProblem`` if the database can't be opened.
  init(_ library: PhotosLibrary) throws {
    path = "\(library.path.string)/\(library.files.layout.databaseFolder)/Photos.sqlite"
    traces = FileStates(path)
    let database = try library.connect()
    guard database.honoursLocks else {
      commits = nil
      return
    }
    let statement = try database.connection.prepare(SQLText("PRAGMA data_version"))
    commits = (statement, try Self.number(statement))
  }

  var isUnchanged: Bool {
    guard let commits else { return traces == FileStates(path) }
    return isSameFile(traces.database, "") && isSameFile(traces.log, "-wal")
      && (try? Self.number(commits.statement)) == commits.count
  }

  private func isSameFile(_ known: FileStatus?, _ suffix: String) -> Bool {
    let status = FileStatus(directory: AT_FDCWD, name: path + suffix)
    return status?.inode == known?.inode && status?.device == known?.device
  }

  private static func number(_ statement: SQLiteStatement) throws -> Int64? {
    defer { statement.restart() }
    return try statement.step() ? statement.integer(0) : nil
  }
}
