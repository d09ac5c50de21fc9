import Files
import Foundation
import TestSupport
import Testing

/// A file that another program puts in the place of a database after the look at it.
@Suite struct OpenedAtOnceTests {
  @Test(
    .timeLimit(.minutes(1)),
    arguments: ["shotflow-read-only", "shotflow-read-only-unlocked"], ["", "&immutable=1"])
  func aPipeIsNotWaitedFor(fileSystem: String, more: String) throws {
    let directory = try TemporaryDirectory()
    let path = directory.path + "/database"
    #expect(mkfifo(path, 0o600) == 0)
    #expect(throws: SQLiteProblem.self) {
      let connection = try SQLiteConnection(
        uri: "file:\(path)?vfs=\(fileSystem)&mode=ro\(more)", setup: [], isCancelled: { false })
      _ = try connection.integer("SELECT count(*) FROM sqlite_master")
    }
  }
}
