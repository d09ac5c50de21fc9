#if canImport(Glibc)
  internal import Glibc
#elseif canImport(Darwin)
  internal import Darwin
#endif

/// `Photos.sqlite` and its log, opened so that not a byte of the library changes.
///
/// The database is a write-ahead log's. SQLite keeps an index of that log in a file beside it, which
/// even a reader writes, so the way in depends on what is there:
///
/// - an index: it is mapped for reading only, and Photos' locks are honoured;
/// - a log without an index: nobody has the database open; the index is kept in memory, which SQLite
///   does for a connection that has the database for itself;
/// - neither: the database file is all that there is, and is read as one that does not change.
///
/// In the two last cases no lock holds Photos back, should it be started meanwhile:
/// ``checkUnchanged()`` finds out.
final class PhotosDatabase {
  let connection: SQLiteConnection
  private let path: String
  /// What the files were when they were opened without locks.
  private let opened: Traces?

  /// Whether Photos' locks are honoured, so that what is read in a transaction belongs together.
  var honoursLocks: Bool { opened == nil }

  private struct Traces: Equatable {
    let database: FileStatus?
    let logHead: [UInt8]
  }

  /// - Parameter path: of the library, absolute.
  /// - Throws: ``SQLiteProblem`` or ``FileProblem``.
  init(library path: String, _ layout: PhotosLayout, cancellation: Cancellation?) throws {
    let database = "\(path)/\(layout.databaseFolder)/Photos.sqlite"
    self.path = database
    guard let status = FileStatus(directory: AT_FDCWD, name: database) else {
      throw FileProblem(error: errno)
    }
    guard status.isRegularFile else { throw FileProblem("Photos.sqlite is no regular file") }
    guard status.size > 0 else { throw FileProblem("Photos.sqlite is empty") }

    let log = FileStatus(directory: AT_FDCWD, name: database + "-wal")
    let hasIndex = FileStatus(directory: AT_FDCWD, name: database + "-shm") != nil
    let uri = "file:" + Self.escaped(database)
    if log != nil, hasIndex {
      opened = nil
      connection = try SQLiteConnection(
        uri: "\(uri)?vfs=shotflow-read-only&mode=ro&readonly_shm=1", setup: [],
        cancellation: cancellation)
    } else if let log, log.size > 0 {
      opened = Self.traces(of: database)
      connection = try SQLiteConnection(
        uri: "\(uri)?vfs=shotflow-read-only-unlocked&mode=ro",
        setup: ["PRAGMA locking_mode = EXCLUSIVE"], cancellation: cancellation)
    } else {
      opened = Self.traces(of: database)
      connection = try SQLiteConnection(
        uri: "\(uri)?vfs=shotflow-read-only&mode=ro&immutable=1", setup: [],
        cancellation: cancellation)
    }
  }

  /// Whether what was read so far belongs together.
  ///
  /// - Throws: ``LibraryProblem`` when another program wrote to the database meanwhile.
  func checkUnchanged() throws {
    guard let opened, opened != Self.traces(of: path) else { return }
    throw LibraryProblem.notFound(
      "\"\(path)\" was changed by another program while it was read; try again")
  }

  private static func traces(of database: String) -> Traces {
    Traces(
      database: FileStatus(directory: AT_FDCWD, name: database),
      logHead: head(of: database + "-wal"))
  }

  /// The head of a log, which is written anew when the log begins from its start.
  static func head(of path: String) -> [UInt8] {
    guard let file = try? OpenFile(directory: AT_FDCWD, name: path) else { return [] }
    var bytes = [UInt8](repeating: 0, count: 32)
    let count = pread(file.descriptor, &bytes, bytes.count, 0)
    return Array(bytes.prefix(max(0, count)))
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
