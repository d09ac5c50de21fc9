import Files
import Testing

/// A database of shotflow's own, which another program may have replaced.
@Suite(.timeLimit(.minutes(1))) struct GuardedConnectionTests {
  private let connection: SQLiteConnection

  init() throws {
    connection = try SQLiteConnection(
      path: ":memory:", longestStep: .milliseconds(100), isGuarded: true)
  }

  private static let endless = """
    WITH RECURSIVE number (n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM number)
    SELECT max(n) FROM number
    """

  @Test func aStepWithoutAnEndIsEnded() throws {
    #expect(throws: SQLiteProblem.self) { try connection.integer(SQLText(Self.endless)) }
    #expect(throws: SQLiteProblem.self) { try connection.execute(Self.endless) }
    #expect(try connection.integer("SELECT 7") == 7)
  }

  @Test func neitherViewsNorTriggersAct() throws {
    try connection.execute(
      """
      CREATE TABLE note (id INTEGER PRIMARY KEY);
      CREATE VIEW other AS SELECT id FROM note;
      CREATE TRIGGER forget AFTER INSERT ON note BEGIN DELETE FROM note; END;
      INSERT INTO note VALUES (1);
      """)
    #expect(try connection.integer("SELECT count(*) FROM note") == 1)
    #expect(throws: SQLiteProblem.self) { try connection.integer("SELECT id FROM other") }
  }

  @Test func aLimitOfTimeAloneLeavesThemOn() throws {
    let limited = try SQLiteConnection(path: ":memory:", longestStep: .seconds(60))
    try limited.execute("CREATE VIEW seven AS SELECT 7 AS id")
    #expect(try limited.integer("SELECT id FROM seven") == 7)
  }

  @Test func theSchemaIsNotWrittenAsATable() throws {
    try connection.execute("CREATE TABLE note (id); PRAGMA writable_schema = ON")
    #expect(throws: SQLiteProblem.self) {
      try connection.execute("UPDATE sqlite_master SET sql = 'CREATE TABLE note (other)'")
    }
  }
}
