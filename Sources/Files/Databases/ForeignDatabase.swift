internal import Platform
package import SQLite

/// The database of another program and its log, opened so that not a byte of either changes.
///
/// ```swift
/// let database = try ForeignDatabase(
///   at: "/home/me/photo.db", of: "Shotwell", cancellation: cancellation)
/// try database.connection.execute("BEGIN")
/// ```
///
/// SQLite keeps an index of a write-ahead log in a file beside it, which even a reader writes, so the
/// way in depends on what is there:
///
/// - an index: it is mapped for reading only, and the other program's locks are honoured;
/// - a log without an index: nobody has the database open; the index is kept in memory, which SQLite
///   does for a connection that has the database for itself;
/// - neither: the database file is all that there is, and is read as one that does not change.
///
/// In the two last cases no lock holds the other program back, should it be started meanwhile:
/// ``isUnchanged`` finds out.
package final class ForeignDatabase {
  package let connection: SQLiteConnection
  package let path: String
  /// What the files were when they were opened without locks.
  private let opened: Traces?

  /// Whether the other program's locks are honoured, so that what is read in a transaction belongs
  /// together.
  package var honoursLocks: Bool { opened == nil }

  private struct Traces: Equatable {
    let database: FileStatus?
    let logHead: [UInt8]
  }

  /// - Parameters:
  ///   - path: of the database, absolute.
  ///   - program: the name of the program that writes it, for messages.
  /// - Throws: ``SQLiteProblem`` or ``FileProblem``.
  package init(at path: String, of program: String, cancellation: Cancellation?) throws {
    self.path = path
    let files = try ForeignDatabaseFiles(path, of: program)
    let isCancelled: @Sendable () -> Bool = { cancellation?.isCancelled ?? false }
    let uri = "file:" + Self.escaped(path)
    if files.log != nil, files.hasIndex {
      opened = nil
      connection = try SQLiteConnection(
        uri: "\(uri)?vfs=shotflow-read-only&mode=ro&readonly_shm=1", setup: [],
        isCancelled: isCancelled)
      return
    }
    try Self.wait(for: files, cancellation)
    opened = Self.traces(of: path)
    if let log = files.log, log.size > 0 {
      connection = try SQLiteConnection(
        uri: "\(uri)?vfs=shotflow-read-only-unlocked&mode=ro",
        setup: ["PRAGMA locking_mode = EXCLUSIVE"], isCancelled: isCancelled)
    } else {
      guard try !files.isCutShort() else {
        throw FileProblem("the database is damaged: it is cut short")
      }
      connection = try SQLiteConnection(
        uri: "\(uri)?vfs=shotflow-read-only&mode=ro&immutable=1", setup: [],
        isCancelled: isCancelled)
    }
  }

  /// Waits until no other program has the database for itself, as long as for any lock.
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

  /// Milliseconds between two looks at a lock.
  private static let pause: Int32 = 50

  /// Whether no other program wrote to a database that was opened without locks.
  package var isUnchanged: Bool { opened.map { $0 == Self.traces(of: path) } ?? true }

  private static func traces(of database: String) -> Traces {
    Traces(
      database: FileStatus(directory: AT_FDCWD, name: database),
      logHead: ForeignDatabaseFiles.logHead(of: database))
  }

  /// A path as a URI has it: everything but letters, digits and a few marks in hexadecimal.
  private static func escaped(_ path: String) -> String {
    let digits = Array("0123456789ABCDEF".utf8)
    var result: [UInt8] = []
    for byte in path.utf8 {
      switch byte {
      case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
        UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "/"), UInt8(ascii: "-"),
        UInt8(ascii: "."), UInt8(ascii: "_"):
        result.append(byte)
      default: result += [UInt8(ascii: "%"), digits[Int(byte >> 4)], digits[Int(byte & 15)]]
      }
    }
    return String(decoding: result, as: UTF8.self)
  }
}
