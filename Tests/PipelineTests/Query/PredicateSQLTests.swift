import Foundation
import GRDB
import Pipeline
import Testing

/// Predicates mean what two-valued SQL means, so that a source can hand them to a database.
@Suite struct PredicateSQLTests {
  @Test func sqliteGivesTheSameAnswers() throws {
    var random = RandomQuery(seed: 91)
    let assets = (0..<80).map { _ in random.asset() }
    let queue = try DatabaseQueue()
    try queue.write { database in
      let columns = RandomQuery.fields.map(\.name).joined(separator: ", ")
      try database.execute(sql: "CREATE TABLE asset (id INTEGER PRIMARY KEY, \(columns))")
      let marks = RandomQuery.fields.map { _ in "?" }.joined(separator: ", ")
      for (index, asset) in assets.enumerated() {
        let values = RandomQuery.fields.map { Self.column(asset.value(of: $0)) }
        try database.execute(
          sql: "INSERT INTO asset VALUES (\(index), \(marks))",
          arguments: StatementArguments(values))
      }
    }
    try queue.read { database in
      var answered = 0
      for _ in 0..<2500 {
        let predicate = random.predicate()
        let sql = Self.sql(predicate)
        let found = try Int.fetchAll(
          database, sql: "SELECT id FROM asset WHERE \(sql.text) ORDER BY id",
          arguments: StatementArguments(sql.arguments))
        let expected = assets.indices.filter { predicate.matches(assets[$0]) }
        answered += found.count
        guard found == expected else {
          Issue.record("\(predicate): SQLite \(found), here \(expected); \(sql.text)")
          return
        }
      }
      #expect(answered > 10_000)
    }
  }

  private static func column(_ value: FieldValue) -> (any DatabaseValueConvertible)? {
    switch value {
    case .flag(let flag): flag
    case .integer(let integer): integer
    case .number(let number): number
    case .date(let date): date.milliseconds
    case .text(let text): text.string.precomposedStringWithCanonicalMapping
    case .string(let string): string.precomposedStringWithCanonicalMapping
    case .subtypes(let subtypes): subtypes.rawValue
    default: nil
    }
  }

  private typealias SQL = (text: String, arguments: [(any DatabaseValueConvertible)?])

  /// SQL that is never NULL: a test of NULL is 0.
  private static func sql(_ predicate: Pipeline.Predicate) -> SQL {
    switch predicate {
    case .always: ("1", [])
    case .equals(.mediaSubtypes, let constant): subtype(constant)
    case .equals(let field, let constant):
      ("coalesce(\(field.name) = ?, 0)", [argument(constant)])
    case .oneOf(let field, let constants):
      joined(constants.map { sql(.equals(field, $0)) }, " OR ", empty: "0")
    case .ordered(let field, let comparison, let constant):
      ("coalesce(\(field.name) \(comparison.rawValue) ?, 0)", [argument(constant)])
    case .like(let field, let pattern):
      ("coalesce(\(field.name) GLOB ?, 0)", [glob(pattern.text)])
    case .has(let field, let text):
      ("coalesce(instr(\(field.name), ?) > 0, 0)", [argument(.text(text))])
    case .present(.mediaSubtypes): ("coalesce(mediaSubtypes <> 0, 0)", [])
    case .present(let field): ("\(field.name) IS NOT NULL", [])
    case .not(let inner):
      ("NOT (\(sql(inner).text))", sql(inner).arguments)
    case .all(let parts): joined(parts.map(sql), " AND ", empty: "1")
    case .any(let parts): joined(parts.map(sql), " OR ", empty: "0")
    }
  }

  private static func joined(_ parts: [SQL], _ word: String, empty: String) -> SQL {
    guard !parts.isEmpty else { return (empty, []) }
    return (
      "(" + parts.map { "(\($0.text))" }.joined(separator: word) + ")", parts.flatMap(\.arguments)
    )
  }

  private static func subtype(_ constant: Constant) -> SQL {
    guard case .text(let text) = constant else { return ("0", []) }
    let bits = MediaSubtypes.named.first { "\($0.name)" == text.string }?.subtype.rawValue ?? 0
    return ("coalesce(mediaSubtypes & ? <> 0, 0)", [bits])
  }

  private static func argument(_ constant: Constant) -> (any DatabaseValueConvertible)? {
    switch constant {
    case .flag(let flag): flag
    case .integer(let integer): integer
    case .number(let number): number
    case .date(let date): date.milliseconds
    case .text(let text): text.string.precomposedStringWithCanonicalMapping
    }
  }

  /// GLOB has brackets beside the wildcards of LIKE patterns, and no escape.
  private static func glob(_ pattern: String) -> String {
    var glob = ""
    var isEscaped = false
    for character in pattern.precomposedStringWithCanonicalMapping {
      if character == "\\", !isEscaped {
        isEscaped = true
        continue
      }
      let isPlain = isEscaped || !["*", "?"].contains(character)
      glob += isPlain && ["*", "?", "["].contains(character) ? "[\(character)]" : "\(character)"
      isEscaped = false
    }
    return glob
  }
}
