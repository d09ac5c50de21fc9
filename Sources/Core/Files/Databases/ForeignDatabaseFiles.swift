internal import CSystem
internal import Platform

/// The states of a database's files, which every program that writes to it changes.
package struct DatabaseTraces: Equatable, Sendable {
  package let database: FileStatus?
  package let log: FileStatus?
  private let logHead: [UInt8]

  package init(_ path: String) {
    database = FileStatus(directory: AT_FDCWD, name: path)
    log = FileStatus(directory: AT_FDCWD, name: path + "-wal")
    logHead = ForeignDatabaseFiles.logHead(of: path)
  }
}

/// The database of another program and the files beside it, before it is opened. Each has to be a
/// regular file: SQLite would follow a link, and would wait forever on a pipe.
package struct ForeignDatabaseFiles {
  let path: String
  let log: FileStatus?
  let hasIndex: Bool

  /// - Parameter program: the name of the program that writes it.
  /// - Throws: ``FileProblem`` if the database is missing, empty, half-written or no regular file.
  init(_ path: String, of program: String) throws(FileProblem) {
    self.path = path
    let name = path.split(separator: "/").last ?? ""
    guard let database = try Self.regularFile(path) else { throw FileProblem(error: ENOENT) }
    guard database.size > 0 else { throw FileProblem("\(name) is empty") }
    log = try Self.regularFile(path + "-wal")
    hasIndex = try Self.regularFile(path + "-shm") != nil
    // Asked again, as the writer may have ended meanwhile.
    if try Self.regularFile(path + "-journal") != nil, Self.isHot(path + "-journal"), !isReserved,
      Self.isHot(path + "-journal")
    {
      throw FileProblem(
        "another program left a change of its database half done, in \(name)-journal; open "
          + "the library once with \(program)")
    }
  }

  private static func regularFile(_ path: String) throws(FileProblem) -> FileStatus? {
    guard let status = FileStatus(directory: AT_FDCWD, name: path) else {
      guard errno == ENOENT else { throw FileProblem(error: errno) }
      return nil
    }
    guard status.isRegularFile else {
      let name = path.split(separator: "/").last ?? ""
      throw FileProblem("\(name) is not an ordinary file")
    }
    return status
  }

  /// Returns true if a rollback journal has a change to undo; its header is cleared when there is
  /// nothing to undo (SQLite's file format, section 3).
  private static func isHot(_ path: String) -> Bool {
    head(of: path, count: 8) == [0xD9, 0xD5, 0x05, 0xF9, 0x20, 0xA1, 0x63, 0xD7]
  }

  /// Returns the write-ahead log's first 32 bytes, which change when it restarts; else nothing.
  package static func logHead(of database: String) -> [UInt8] {
    head(of: database + "-wal", count: 32)
  }

  private static func head(of path: String, count: Int) -> [UInt8] {
    guard let file = try? OpenFile(directory: AT_FDCWD, name: path) else { return [] }
    return head(of: file, count: count)
  }

  private static func head(of file: OpenFile, count: Int) -> [UInt8] {
    var bytes = [UInt8](repeating: 0, count: count)
    let count = csystem_read_at(file.descriptor, &bytes, count, 0)
    return Array(bytes.prefix(max(0, count)))
  }

  /// Returns true if the database ends before its last page, which SQLite would read as empty; only
  /// valid if there is no log with these pages. The header has the number of pages and their size
  /// (SQLite's file format, section 1.3). Throws if the database can't be opened.
  func isCutShort() throws(FileProblem) -> Bool {
    let file = try OpenFile(directory: AT_FDCWD, name: path)
    let head = Self.head(of: file, count: 32)
    guard head.count == 32 else { return true }
    let stored = Int64(head[16]) << 8 | Int64(head[17])
    let pageSize = stored == 1 ? 65_536 : stored
    let pages = head[28..<32].reduce(0) { $0 << 8 | Int64($1) }
    // Asked after the header was read, as a writer may have added pages since.
    var facts = stat()
    guard fstat(file.descriptor, &facts) == 0 else { throw FileProblem(error: errno) }
    return Int64(facts.st_size) < pages * pageSize
  }

  /// True if another program has exclusive access to the database, by the bytes that a reader would
  /// lock (SQLite's file format, section 2.3). Only for connections without locks, as closing this
  /// descriptor would drop them.
  var isLocked: Bool { conflicts(with: F_RDLCK, at: 0x4000_0002, count: 510) }

  /// True if another program is writing, so that the journal is in use and not left behind.
  private var isReserved: Bool { conflicts(with: F_WRLCK, at: 0x4000_0001, count: 1) }

  private func conflicts(with kind: Int32, at start: off_t, count: off_t) -> Bool {
    guard let file = try? OpenFile(directory: AT_FDCWD, name: path) else { return false }
    var lock = flock()
    lock.l_type = Int16(kind)
    lock.l_whence = Int16(SEEK_SET)
    lock.l_start = start
    lock.l_len = count
    return fcntl(file.descriptor, F_GETLK, &lock) == 0 && lock.l_type != Int16(F_UNLCK)
  }
}
