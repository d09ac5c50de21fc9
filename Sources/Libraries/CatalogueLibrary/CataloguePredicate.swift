internal import Files

/// A compiler of tests to conditions on the wrapped columns of a catalogue. All tests of fields that
/// the declaration has are exact: those of texts call the engine's own test.
struct CataloguePredicate {
  private let fields: CatalogueFields
  /// Returns the number of a test, by which the functions `passes` and `is_near` find it.
  private let number: (AssetPredicate) -> Int

  init(_ fields: CatalogueFields, number: @escaping (AssetPredicate) -> Int = { _ in 0 }) {
    self.fields = fields
    self.number = number
  }

  /// Returns a condition that is 1 or 0 and never NULL; nil if SQL can't answer the predicate.
  func compile(_ predicate: AssetPredicate) -> SQLText? {
    var budget = Self.mostTests
    return compile(predicate, &budget)
  }

  /// The maximum number of tests: SQLite refuses too deep statements and too many parameters.
  private static let mostTests = 400

  private static let never = SQLText("0")

  private func compile(_ predicate: AssetPredicate, _ budget: inout Int) -> SQLText? {
    budget -= 1
    guard budget > 0 else { return nil }
    switch predicate {
    case .always: return SQLText("1")
    case .not(let inner):
      return compile(inner, &budget).map { SQLText("NOT (") + $0 + SQLText(")") }
    case .all(let parts): return join(parts, with: "AND", empty: "1", &budget)
    case .any(let parts): return join(parts, with: "OR", empty: "0", &budget)
    case .oneOf(let field, let constants):
      if case .text? = fields.kind(field) { return condition(predicate, of: field) }
      return join(constants.map { .equals(field, $0) }, with: "OR", empty: "0", &budget)
    case .equals(let field, _), .ordered(let field, _, _), .like(let field, _), .has(let field, _),
      .present(let field), .place(let field, _):
      return condition(predicate, of: field)
    case .compared(let field, let comparison, let other):
      if !fields.declaration.fieldsOfFiles.isDisjoint(with: [field, other]) { return nil }
      return compared(field, comparison, other, ifUnknown: 0)
    // The zone of a date is in the file.
    case .clock, .cycle: return nil
    }
  }

  private func join(
    _ parts: [AssetPredicate], with word: String, empty: String, _ budget: inout Int
  ) -> SQLText? {
    var conditions: [SQLText] = []
    for part in parts {
      guard let condition = compile(part, &budget) else { return nil }
      conditions.append(condition)
    }
    return SQLText(joining: conditions, with: word, empty: empty)
  }

  /// Returns a condition that holds for every asset that can pass a test which SQL does not answer,
  /// because the file has the value where the catalogue has none; nil without such a condition.
  func narrowing(_ test: AssetPredicate) -> SQLText? {
    let field: Field
    switch test {
    case .equals(let tested, _), .ordered(let tested, _, _), .place(let tested, _): field = tested
    case .compared(let field, let comparison, let other):
      return compared(field, comparison, other, ifUnknown: 1)
    default: return nil
    }
    guard fields.declaration.fieldsOfFiles.contains(field), let columns = fields.columns(field),
      let condition = column(test, of: field)
    else { return nil }
    return SQLText("(" + columns.map { "\($0) IS NULL OR " }.joined()) + condition + SQLText(")")
  }

  private func condition(_ test: AssetPredicate, of field: Field) -> SQLText? {
    if field == .localIdentifier { return identifier(test) }
    if let list = fields.declaration.assets.lists[field] {
      return fields.lacks(list: field) ? Self.never : condition(test, of: list)
    }
    return fields.declaration.fieldsOfFiles.contains(field) ? nil : column(test, of: field)
  }

  /// Returns the condition of a test on a field's column; nil for a field without a column.
  private func column(_ test: AssetPredicate, of field: Field) -> SQLText? {
    guard let columns = fields.columns(field), let kind = fields.kind(field) else {
      return nil
    }
    if case .present = test {
      return SQLText("(\(columns.map { "\($0) IS NOT NULL" }.joined(separator: " AND ")))")
    }
    switch kind {
    case .flag:
      guard case .equals(_, .flag(let flag)) = test else { return Self.never }
      return SQLText("(\(columns[0]) IS \(flag ? 1 : 0))")
    case .whole, .number, .date:
      return Self.comparison(of: columns[0], test, isDate: kind == .date)
    case .text, .word: return Self.isPlain(test, columns[0]) ?? passes("passes(\(columns[0])", test)
    case .place:
      guard case .place = test else { return Self.never }
      return passes("is_near(\(columns[0]), \(columns[1])", test)
    }
  }

  /// Returns a comparison of two columns of one type; nil for others.
  private func compared(
    _ field: Field, _ comparison: Comparison, _ other: Field, ifUnknown: Int
  ) -> SQLText? {
    switch (fields.kind(field), fields.kind(other)) {
    case (.whole, .whole), (.number, .number), (.date, .date): break
    default: return nil
    }
    guard let left = fields.columns(field), let right = fields.columns(other) else { return nil }
    return SQLText("coalesce(\(left[0]) \(comparison.rawValue) \(right[0]), \(ifUnknown))")
  }

  /// Returns a comparison of a text that has one form only, so that SQLite compares as a rule does;
  /// nil for another test.
  private static func isPlain(_ test: AssetPredicate, _ column: String) -> SQLText? {
    guard case .equals(_, .text(let constant)) = test, let plain = PlainText(constant.string),
      !constant.ignoresCase, plain.hasOneForm
    else { return nil }
    return SQLText("(\(column) IS ? COLLATE BINARY)", [.text(plain.string)])
  }

  /// Returns the rest of a call such as `passes(column`, whose function evaluates the test.
  private func passes(_ call: String, _ test: AssetPredicate) -> SQLText {
    SQLText("\(call), ?, ?)", [.integer(Int64(number(test))), .text("\(test)")])
  }

  private static func comparison(
    of column: String, _ test: AssetPredicate, isDate: Bool
  ) -> SQLText {
    let (word, constant): (String, Constant)
    switch test {
    case .equals(_, let value): (word, constant) = ("=", value)
    case .ordered(_, let comparison, let value): (word, constant) = (comparison.rawValue, value)
    default: return never
    }
    let value: SQLiteValue
    switch constant {
    case .integer(let integer) where !isDate: value = .integer(integer)
    case .date(let moment) where isDate: value = .integer(moment.milliseconds)
    // SQLite takes NaN for NULL.
    case .number(let number) where !isDate && !number.isNaN: value = .real(number)
    default: return never
    }
    return SQLText("coalesce(\(column) \(word) ?, 0)", [value])
  }

  private func condition(_ test: AssetPredicate, of list: CatalogueDeclaration.List) -> SQLText {
    let value = "as_text((\(list.value)))"
    var conditions = ["(\(list.key)) IS NOT NULL", "\(value) IS NOT NULL"]
    if let own = list.rows.condition { conditions.insert("(\(own))", at: 0) }
    var found = SQLText(
      "SELECT (\(list.key)) FROM \(list.tables) WHERE "
        + conditions.joined(separator: " AND "))
    switch test {
    case .present: break
    // A list has a text if one member equals it.
    case .has(let field, let constant):
      found += SQLText(" AND ") + passes("passes(\(value)", .equals(field, .text(constant)))
    case .equals, .like, .oneOf: found += SQLText(" AND ") + passes("passes(\(value)", test)
    default: return Self.never
    }
    return SQLText("(\(fields.row) IN (") + found + SQLText("))")
  }

  private func identifier(_ test: AssetPredicate) -> SQLText? {
    switch test {
    case .equals(_, .text(let constant)):
      // Capitals differ in texts alone, which the statement then tests one by one.
      if constant.ignoresCase { return passes("passes(\(fields.identifier)", test) }
      if fields.assets.identifier != nil {
        guard let row = fields.identifiers.row(constant.string, in: fields.source) else {
          return Self.never
        }
        return SQLText("((\(fields.assets.row)) = ?)", [.integer(row)])
      }
      // A column of numbers would take "05" for 5.
      let text = SQLiteValue.text(constant.string)
      let isEqual = " AND CAST(\(fields.identifier) AS BLOB) = CAST(? AS BLOB))"
      guard let number = Int64(constant.string), "\(number)" == constant.string else {
        return SQLText("(\(fields.row) = ?" + isEqual, [text, text])
      }
      return SQLText("(\(fields.row) IN (?, ?)" + isEqual, [.integer(number), text, text])
    case .present: return SQLText("1")
    case .like, .has, .oneOf: return passes("passes(\(fields.identifier)", test)
    default: return nil
    }
  }
}
