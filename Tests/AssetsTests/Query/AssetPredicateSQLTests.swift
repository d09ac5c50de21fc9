import AssetSupport
import Assets
import Files
import PipelineSupport
import Testing

/// Predicates mean in SQL what they mean for assets, as far as SQL answers them.
@Suite struct AssetPredicateSQLTests {
  /// A table with a column for each field but subtypes.
  private struct Columns: SQLTranslator {
    func column(_ field: Field) -> SQLColumn? {
      switch field.type {
      case .flag: .flag(field.name)
      case .integer: .whole(field.name)
      case .number: .number(field.name)
      case .date: .date(field.name)
      case .text: .text(field.name)
      default: nil
      }
    }

    func condition(_ test: AssetPredicate) -> SQLCondition? {
      if case .compared(let field, let comparison, let other) = test {
        return compared(field, comparison, other)
      }
      return test.testedField.flatMap { column($0)?.condition(test) }
    }
  }

  @Test func sqliteGivesTheSameAnswers() throws {
    var random = RandomQuery(seed: 91)
    let assets = (0..<80).map { _ in random.asset() }
    let database = try SQLiteConnection(path: ":memory:")
    try database.addValueFunctions()
    let columns = RandomQuery.fields.map(\.name).joined(separator: ", ")
    try database.execute("CREATE TABLE asset (id INTEGER PRIMARY KEY, \(columns))")
    let marks = RandomQuery.fields.map { _ in "?" }.joined(separator: ", ")
    let insert = try database.prepare("INSERT INTO asset VALUES (?, \(marks))")
    for (index, asset) in assets.enumerated() {
      let values = RandomQuery.fields.map { Self.value(asset.value(of: $0)) }
      try insert.run([.integer(Int64(index))] + values)
    }
    var answered = 0
    for _ in 0..<2500 {
      let predicate = random.predicate()
      let (conditions, rest) = Columns().translate(predicate)
      let sql = SQLText(joining: conditions, with: "AND", empty: "1")
      var found: [Int] = []
      try database.forEachRow(of: "SELECT id FROM asset WHERE " + sql + " ORDER BY id") {
        if let row = $0.integer(0) { found.append(Int(row)) }
      }
      let expected = assets.indices.filter { predicate.matches(assets[$0]) }
      if rest == .always { answered += found.count }
      guard found.filter({ rest.matches(assets[$0]) }) == expected else {
        Issue.record("\(predicate): SQLite \(found), here \(expected); \(sql.literal)")
        return
      }
    }
    #expect(answered > 10_000)
  }

  private static func value(_ value: FieldValue) -> SQLiteValue {
    switch value {
    case .flag(let flag): .integer(flag ? 1 : 0)
    case .integer(let integer): .integer(Int64(integer))
    case .number(let number): .real(number)
    case .date(let date): .integer(date.milliseconds)
    case .text(let text): .text(text.string)
    case .string(let string): .text(string)
    default: .null
    }
  }

  /// SQLite refuses statements that are too long.
  @Test func thousandsOfTestsAreLeftToTheRun() {
    let width = AssetPredicate.equals(.pixelWidth, .integer(1))
    let widths = AssetPredicate.oneOf(.pixelWidth, (0..<5000).map { .integer($0) })
    #expect(!Columns().answers(widths))
    #expect(Columns().translate(.all([widths, width])).rest == widths)
    let many = AssetPredicate.all(Array(repeating: width, count: 1000))
    let (conditions, rest) = Columns().translate(many)
    #expect(conditions.count + rest.conjuncts.count == 1000)
    #expect(!conditions.isEmpty && conditions.count < 500)
    // A text is compared with all texts at once.
    #expect(Columns().answers(.oneOf(.filename, (0..<5000).map { .text(TextConstant("\($0)")) })))
  }
}
