import AssetSupport
import Assets
import Files
import Foundation
import PipelineSupport
import Testing

/// Predicates mean what two-valued SQL means, so that a source can hand them to a database.
@Suite struct AssetPredicateSQLTests {
  @Test func sqliteGivesTheSameAnswers() throws {
    var random = RandomQuery(seed: 91)
    let assets = (0..<80).map { _ in random.asset() }
    let database = try SQLiteConnection(path: ":memory:")
    let columns = RandomQuery.fields.map(\.name).joined(separator: ", ")
    try database.execute("CREATE TABLE asset (id INTEGER PRIMARY KEY, \(columns))")
    let marks = RandomQuery.fields.map { _ in "?" }.joined(separator: ", ")
    let insert = try database.prepare("INSERT INTO asset VALUES (?, \(marks))")
    for (index, asset) in assets.enumerated() {
      let values = RandomQuery.fields.map { Self.column(asset.value(of: $0)) }
      try insert.run([.integer(Int64(index))] + values)
    }
    var answered = 0
    for _ in 0..<2500 {
      let predicate = random.predicate()
      let sql = Self.sql(predicate)
      var found: [Int] = []
      try database.forEachRow(of: "SELECT id FROM asset WHERE " + sql + " ORDER BY id") {
        if let row = $0.integer(0) { found.append(Int(row)) }
      }
      let expected = assets.indices.filter { predicate.matches(assets[$0]) }
      answered += found.count
      guard found == expected else {
        Issue.record("\(predicate): SQLite \(found), here \(expected); \(sql.text)")
        return
      }
    }
    #expect(answered > 10_000)
  }

  private static func column(_ value: FieldValue) -> SQLiteValue {
    switch value {
    case .flag(let flag): .integer(flag ? 1 : 0)
    case .integer(let integer): .integer(Int64(integer))
    case .number(let number): .real(number)
    case .date(let date): .integer(date.milliseconds)
    case .text(let text): .text(text.string.precomposedStringWithCanonicalMapping)
    case .string(let string): .text(string.precomposedStringWithCanonicalMapping)
    case .subtypes(let subtypes): .integer(Int64(subtypes.rawValue))
    default: .null
    }
  }

  /// SQL that is never NULL: a test of NULL is 0.
  private static func sql(_ predicate: AssetPredicate) -> SQLText {
    switch predicate {
    case .always: "1"
    case .equals(.mediaSubtypes, let constant): subtype(constant)
    case .equals(let field, let constant):
      SQLText("coalesce(\(field.name) = ?, 0)", [argument(constant)])
    case .oneOf(let field, let constants):
      joined(constants.map { sql(.equals(field, $0)) }, "OR", empty: "0")
    case .ordered(let field, let comparison, let constant):
      SQLText("coalesce(\(field.name) \(comparison.rawValue) ?, 0)", [argument(constant)])
    case .like(let field, let pattern):
      SQLText("coalesce(\(field.name) GLOB ?, 0)", [.text(glob(pattern.text))])
    case .has(let field, let text):
      SQLText("coalesce(instr(\(field.name), ?) > 0, 0)", [argument(.text(text))])
    case .present(.mediaSubtypes): "coalesce(mediaSubtypes <> 0, 0)"
    case .present(let field): "\(field.name) IS NOT NULL"
    // What a clock showed, and round shapes, are no matter of SQL.
    case .clock, .cycle, .place: "0"
    case .compared(let field, let comparison, let other):
      SQLText("coalesce(\(field.name) \(comparison.rawValue) \(other.name), 0)")
    case .not(let inner): "NOT (" + sql(inner) + ")"
    case .all(let parts): joined(parts.map(sql), "AND", empty: "1")
    case .any(let parts): joined(parts.map(sql), "OR", empty: "0")
    }
  }

  private static func joined(_ parts: [SQLText], _ word: String, empty: String) -> SQLText {
    SQLText(joining: parts.map { "(" + $0 + ")" }, with: word, empty: empty)
  }

  private static func subtype(_ constant: Constant) -> SQLText {
    guard case .text(let text) = constant else { return "0" }
    let bits = MediaSubtypes.named.first { "\($0.name)" == text.string }?.subtype.rawValue ?? 0
    return SQLText("coalesce(mediaSubtypes & ? <> 0, 0)", [.integer(Int64(bits))])
  }

  private static func argument(_ constant: Constant) -> SQLiteValue {
    switch constant {
    case .flag(let flag): .integer(flag ? 1 : 0)
    case .integer(let integer): .integer(Int64(integer))
    case .number(let number): .real(number)
    case .date(let date): .integer(date.milliseconds)
    case .text(let text): .text(text.string.precomposedStringWithCanonicalMapping)
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
