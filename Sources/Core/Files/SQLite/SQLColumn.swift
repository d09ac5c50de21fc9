package import Assets

/// A field's value in SQL: expressions that are NULL for an asset without the value.
package enum SQLColumn {
  /// 1 or 0.
  case flag(String)
  case whole(String)
  case number(String)
  /// Milliseconds since 1970.
  case date(String)
  case text(String)
  /// Degrees, as numbers with fractions.
  case place(latitude: String, longitude: String)

  private var expressions: [String] {
    switch self {
    case .flag(let sql), .whole(let sql), .number(let sql), .date(let sql), .text(let sql): [sql]
    case .place(let latitude, let longitude): [latitude, longitude]
    }
  }

  /// Returns the condition of a test of the field, which is exact: tests of texts and places call the
  /// engine's own code.
  package func condition(_ test: AssetPredicate) -> SQLCondition {
    if case .present = test {
      let known = expressions.map { "\($0) IS NOT NULL" }
      return .exact("(\(known.joined(separator: " AND ")))")
    }
    switch self {
    case .flag(let sql):
      guard case .equals(_, .flag(let flag)) = test else { return .never }
      return .exact("(\(sql) IS \(flag ? 1 : 0))")
    case .whole(let sql), .number(let sql), .date(let sql): return comparison(of: sql, test)
    case .text(let sql):
      // A text that has one form only is compared by SQLite as by a rule.
      if case .equals(_, .text(let constant)) = test, let plain = PlainText(constant.string),
        !constant.ignoresCase, plain.hasOneForm
      {
        return .exact("(\(sql) IS ? COLLATE BINARY)", [.text(plain.string)])
      }
      return .exact("passes(\(sql), ?)", [.test(test)])
    case .place(let latitude, let longitude):
      guard case .place = test else { return .never }
      return .exact("is_near(\(latitude), \(longitude), ?)", [.test(test)])
    }
  }

  private func comparison(of sql: String, _ test: AssetPredicate) -> SQLCondition {
    let (word, constant): (String, Constant)
    switch test {
    case .equals(_, let value): (word, constant) = ("=", value)
    case .ordered(_, let comparison, let value): (word, constant) = (comparison.rawValue, value)
    default: return .never
    }
    let value: SQLiteValue
    switch (self, constant) {
    case (.date, .date(let moment)): value = .integer(moment.milliseconds)
    case (.date, _): return .never
    case (.number, .integer(let integer)): value = .real(Double(integer))
    case (_, .integer(let integer)): value = .integer(integer)
    // SQLite takes NaN for NULL.
    case (_, .number(let number)) where !number.isNaN: value = .real(number)
    default: return .never
    }
    return .exact("coalesce(\(sql) \(word) ?, 0)", [value])
  }
}

extension AssetPredicate {
  /// The field of a test of one field's value; nil for other predicates.
  package var testedField: Field? {
    switch self {
    case .equals(let field, _), .oneOf(let field, _), .ordered(let field, _, _),
      .like(let field, _), .has(let field, _), .present(let field), .place(let field, _):
      field
    case .always, .clock, .cycle, .compared, .not, .all, .any: nil
    }
  }
}
