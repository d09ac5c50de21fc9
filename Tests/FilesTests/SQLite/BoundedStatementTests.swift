import Files
import Testing

/// The statements of a stranger, whose steps are bounded.
@Suite(.timeLimit(.minutes(2))) struct BoundedStatementTests {
  private let connection: SQLiteConnection
  private let own: SQLiteConnection

  init() throws {
    connection = try SQLiteConnection(
      path: ":memory:", longestStep: .seconds(60), isForStrangers: true)
    own = try SQLiteConnection(path: ":memory:")
  }

  private static let texts = [
    "''", "'a'", "'abcabc'", "'ABC'", "'äöü/äöü'", "'//x//'", "'%'", "'a%b'", "'_'", "NULL", "12",
    "1.5", "x'616263'", "x''", "'a*'", "'[a-c]bc*'", "'%c_b%'", "'日本日'",
  ]

  /// Their results are SQLite's own, where nothing is too long.
  @Test(arguments: [
    "# LIKE @", "@ LIKE # ESCAPE '\\'", "# LIKE @ ESCAPE 'b'", "@ GLOB #", "instr(#, @)",
    "replace(#, @, 'xyz')", "replace(#, 'b', @)", "trim(#, @)", "ltrim(#, @)", "rtrim(#, @)",
    "trim(#)",
  ])
  func functionsMeanTheSame(expression: String) throws {
    for first in Self.texts {
      for second in Self.texts {
        let sql = expression.replacing("#", with: first).replacing("@", with: second)
        let statement = SQLText("SELECT typeof(\(sql)) || quote(\(sql))")
        #expect(try connection.text(statement) == own.text(statement), "\(sql)")
      }
    }
  }

  /// Each of these takes SQLite hours.
  @Test(arguments: [
    "# LIKE '%' || @ || 'b'", "# GLOB '*' || @ || 'b'", "# LIKE '%a%a%a%a%a%a%a%a%a%a%b'",
    "rtrim(#, @ || 'b')", "replace(#, 'a', #)", "hex(#)", "group_concat(#) FROM (VALUES (1), (2))",
  ])
  func whatWouldTakeTooLongIsRefused(expression: String) throws {
    let long = "printf('%.*c', 16000000, 'a')"
    let sql = expression.replacing("#", with: long)
      .replacing("@", with: "printf('%.*c', 900, 'a')")
    #expect(throws: SQLiteProblem.self) { try connection.text(SQLText("SELECT \(sql)")) }
  }

  @Test func longTextsAreSearchedOnce() throws {
    let long = "printf('%.*c', 16000000, 'a')"
    let half = "printf('%.*c', 8000000, 'a')"
    #expect(try connection.integer(SQLText("SELECT instr(\(long), \(half) || 'b')")) == 0)
    #expect(
      try connection.integer(SQLText("SELECT length(replace(\(long), \(half) || 'b', ''))"))
        == 16_000_000)
  }
}
