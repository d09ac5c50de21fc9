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

  /// A text of 16 million bytes.
  private static let long = "replace(printf('%04000d', 0), '0', printf('%04000d', 0))"

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

  @Test(arguments: [
    "'%d|%5d|%-5d|%05d|%+d|%,d'", "'%x|%X|%o|%u|%lld'", "'%f|%.2f|%8.3f|%e|%g|%!.9f'",
    "'%s|%8s|%-8s|%.2s|%z|%!.1s'", "'%q|%Q|%w'", "'100%%'", "''", "'äö %s'", "NULL",
  ])
  func valuesAreWrittenTheSame(format: String) throws {
    for value in Self.texts + ["-7", "9223372036854775807", "1e300"] {
      let values = Array(repeating: value, count: 6).joined(separator: ", ")
      for name in ["printf(\(format), \(values))", "format(\(format), \(value))"] {
        let statement = SQLText("SELECT typeof(\(name)) || quote(\(name))")
        #expect(try connection.text(statement) == own.text(statement), "\(name)")
      }
    }
  }

  /// Each of these takes SQLite hours.
  @Test(arguments: [
    "# LIKE '%' || @ || 'b'", "# GLOB '*' || @ || 'b'", "# LIKE '%0%0%0%0%0%0%0%0%0%0%b'",
    "rtrim(#, @ || 'b')", "replace(#, '0', #)", "hex(#)",
    "printf('%.*c', 2000000000, 'a')", "printf('%99999d', 1)",
    "group_concat(#) FROM (VALUES (1), (2))",
  ])
  func whatWouldTakeTooLongIsRefused(expression: String) throws {
    let sql = expression.replacing("#", with: Self.long)
      .replacing("@", with: "printf('%0900d', 0)")
    #expect(throws: SQLiteProblem.self) { try connection.text(SQLText("SELECT \(sql)")) }
  }

  @Test func longTextsAreSearchedOnce() throws {
    let long = Self.long
    let half = "substr(\(long), 1, 8000000)"
    #expect(try connection.integer(SQLText("SELECT instr(\(long), \(half) || 'b')")) == 0)
    #expect(
      try connection.integer(SQLText("SELECT length(replace(\(long), \(half) || 'b', ''))"))
        == 16_000_000)
  }
}
