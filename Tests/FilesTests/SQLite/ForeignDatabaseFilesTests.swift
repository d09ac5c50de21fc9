import Platform
import TestSupport
import Testing

@testable import Files

/// The database of another program, which may write to it at any moment.
@Suite struct ForeignDatabaseFilesTests {
  private let folder: TemporaryDirectory
  private let writer: SQLiteConnection
  private var path: String { folder.path("other.db") }

  init() throws {
    folder = try TemporaryDirectory()
    let path = try folder.write([], to: "other.db")
    writer = try SQLiteConnection(path: path)
    try writer.execute("CREATE TABLE note (text); INSERT INTO note VALUES ('one')")
  }

  private func add(pages count: Int) throws {
    try writer.execute(
      """
      INSERT INTO note WITH RECURSIVE n(n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM n LIMIT \(count))
      SELECT printf('%04000d', n) FROM n
      """)
  }

  @Test func aDatabaseThatGrowsIsNotCutShort() throws {
    let files = try ForeignDatabaseFiles(path, of: "Other")
    try add(pages: 20)
    #expect(try !files.isCutShort())
  }

  @Test func aDatabaseWithoutItsLastPagesIsCutShort() throws {
    try add(pages: 20)
    let files = try ForeignDatabaseFiles(path, of: "Other")
    #expect(try !files.isCutShort())
    truncate(path, 8192)
    #expect(try files.isCutShort())
    #expect(throws: FileProblem.self) {
      try ForeignDatabase(at: path, of: "Other", cancellation: nil)
    }
  }
}
