import Foundation
import TestSupport
import Testing

@testable import Files

/// The index of a log that another program cuts short while it is read.
@Suite struct CutIndexTests {
  private let folder: TemporaryDirectory

  /// Makes a database of which half the rows are in its log, as a program leaves it that has it open.
  init() throws {
    folder = try TemporaryDirectory()
    let path = try folder.write([], to: "open/other.db")
    let writer = try SQLiteConnection(
      path: path, setup: "PRAGMA journal_mode = WAL; PRAGMA wal_autocheckpoint = 0")
    let rows = "SELECT 1 UNION ALL SELECT n + 1 FROM n LIMIT 10000"
    try writer.execute(
      """
      CREATE TABLE note (text);
      INSERT INTO note WITH RECURSIVE n(n) AS (\(rows)) SELECT printf('%02000d', n) FROM n;
      PRAGMA wal_checkpoint;
      INSERT INTO note WITH RECURSIVE n(n) AS (\(rows)) SELECT printf('%02000d', n) FROM n;
      """)
    try folder.makeFolder("read")
    try withExtendedLifetime(writer) {
      for end in ["", "-wal", "-shm"] {
        try FileManager.default.copyItem(
          atPath: path + end, toPath: folder.path("read/other.db" + end))
      }
    }
  }

  @Test(arguments: [0, 4096, 32_768], [true, false])
  func aCutIsReportedAndEndsNoProcess(length: Int, isInTransaction: Bool) async throws {
    let path = folder.path("read/other.db")
    // As the program does that has it open: without this lock, a reader makes an index of its own.
    let index = open(path + "-shm", O_RDWR)
    try #require(index >= 0)
    defer { close(index) }
    var lock = flock()
    (lock.l_type, lock.l_whence) = (Int16(F_RDLCK), Int16(SEEK_SET))
    (lock.l_start, lock.l_len) = (128, 1)
    try #require(fcntl(index, F_SETLK, &lock) == 0)
    await #expect(processExitsWith: .success) {
      [path = path as String, length = length as Int, isInTransaction = isInTransaction as Bool] in
      let database = try ForeignDatabase(at: path, of: "Other", cancellation: nil)
      let connection = database.connection
      try connection.execute("PRAGMA cache_size = 1")
      if isInTransaction { try connection.execute("BEGIN") }
      #expect(try connection.integer("SELECT count(*) FROM note") == 20_000)
      #expect(database.honoursLocks)
      try #require(truncate(path + "-shm", off_t(length)) == 0)
      #expect(throws: SQLiteProblem.self) {
        try connection.integer("SELECT count(*) FROM note")
      }
    }
  }
}
