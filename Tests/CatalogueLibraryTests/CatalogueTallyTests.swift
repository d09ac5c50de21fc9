import Engine
import Files
import TestSupport
import Testing

@testable import CatalogueLibrary

/// Albums are counted in one pass, or by SQLite where it alone knows which identifiers are equal.
@Suite struct CatalogueTallyTests {
  private func connection(_ sql: String) throws -> SQLiteConnection {
    let folder = try TemporaryDirectory()
    let connection = try SQLiteConnection(path: folder.write([], to: "a.db"))
    try connection.execute("CREATE TABLE asset (id); CREATE TABLE member (album, asset); \(sql)")
    return connection
  }

  private func counts(_ sql: String) throws -> [String]? {
    let connection = try connection(sql)
    let tally = try CatalogueTally([SQLText("SELECT id FROM asset")], in: connection)
    let found = try tally?.counts(SQLText("SELECT album, asset FROM member"), in: connection)
    return found?.map { "\($0.key.literal): \($0.value.count) \($0.value.first.identifier)" }
      .sorted()
  }

  @Test(arguments: [1, 1_000_000_000_000, -5]) func membersAreCountedOnce(start: Int) throws {
    let (a, b, c) = (start, start + 1, start + 2)
    #expect(
      try counts(
        "INSERT INTO asset VALUES (\(b)), (\(a)), (\(c));"
          + "INSERT INTO member VALUES (7, \(c)), (8, \(a)), (7, \(a)), (7, \(c)), (7, NULL),"
          + " (NULL, \(a)), (9, 999), (-3, \(b)), (7, \(b)), (7, -1)")
        == ["-3: 1 \(b)", "7: 3 \(b)", "8: 1 \(a)"])
  }

  @Test func withoutAssetsNoAlbumCounts() throws {
    #expect(try counts("INSERT INTO member VALUES (7, 1)") == [])
  }

  @Test(arguments: [
    "INSERT INTO asset VALUES ('a')", "INSERT INTO asset VALUES (1.0)",
    "INSERT INTO asset VALUES (1); INSERT INTO member VALUES (7, '1')",
    "INSERT INTO asset VALUES (1); INSERT INTO member VALUES (7.0, 1)",
    "INSERT INTO asset VALUES (NULL)",
  ]) func otherIdentifiersAreLeftToSQL(sql: String) throws {
    #expect(try counts(sql) == nil)
  }
}
