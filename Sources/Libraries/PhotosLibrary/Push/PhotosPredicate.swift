internal import Files

/// A translator of a rule's tests to SQL conditions on a library's columns. For every asset, the
/// condition and the remaining tests together hold exactly if the tests hold. A test that SQL can't
/// express completely, as it knows no normal forms of texts, gets a condition that holds for more
/// assets, and is evaluated again.
struct PhotosPredicate {
  let schema: PhotosSchema

  init(_ schema: PhotosSchema) {
    self.schema = schema
  }

  /// A condition that holds for all assets for which the predicate holds, perhaps also for others.
  struct Condition {
    /// An expression that is 1 or 0, never NULL.
    let sql: SQLText
    /// True if it holds for no other assets, so that no test remains.
    let isExact: Bool

    static func exact(_ text: String, _ values: [SQLiteValue] = []) -> Condition {
      Condition(sql: SQLText(text, values), isExact: true)
    }

    static func wide(_ text: String, _ values: [SQLiteValue] = []) -> Condition {
      Condition(sql: SQLText(text, values), isExact: false)
    }

    static let never = exact("0")
  }

  /// Returns true if a library evaluates the predicate completely, whatever its columns.
  static func answers(_ predicate: AssetPredicate) -> Bool {
    PhotosPredicate(.empty).compile(predicate)?.isExact ?? false
  }

  /// Returns the part of a predicate that the library can evaluate; nil if none exists.
  func compile(_ predicate: AssetPredicate) -> Condition? {
    var budget = Self.mostTests
    return compile(predicate, &budget)
  }

  /// The maximum number of tests: SQLite refuses too deep statements and too many parameters.
  private static let mostTests = 400

  private func compile(_ predicate: AssetPredicate, _ budget: inout Int) -> Condition? {
    budget -= 1
    guard budget > 0 else { return nil }
    switch predicate {
    case .always: return .exact("1")
    case .not(let inner):
      guard let inner = compile(inner, &budget), inner.isExact else { return nil }
      return Condition(sql: SQLText("NOT ") + inner.sql.grouped, isExact: true)
    case .all(let parts):
      var conditions: [Condition] = []
      for part in parts {
        if let condition = compile(part, &budget) { conditions.append(condition) }
      }
      guard !conditions.isEmpty || parts.isEmpty else { return nil }
      return Condition(
        sql: SQLText(joining: conditions.map(\.sql), with: "AND", empty: "1"),
        isExact: conditions.count == parts.count && conditions.allSatisfy(\.isExact))
    case .any(let parts):
      return either(parts, &budget)
    case .oneOf(let field, let constants):
      return either(constants.map { .equals(field, $0) }, &budget)
    case .equals(let field, _), .ordered(let field, _, _), .like(let field, _),
      .has(let field, _), .present(let field):
      return PhotosFieldSQL(field, schema)?.condition(predicate)
    case .clock:
      // The zone of each asset determines which moments these are.
      guard let wider = predicate.wider, let condition = compile(wider, &budget) else { return nil }
      return Condition(sql: condition.sql, isExact: false)
    case .cycle(.creationDate, let cycle): return PhotosConditions(schema).isIn(cycle)
    case .cycle: return nil
    case .compared(let field, let comparison, let other):
      guard let left = PhotosFieldSQL(field, schema), let right = PhotosFieldSQL(other, schema)
      else { return nil }
      return left.compared(comparison, right)
    case .place(.location, let area):
      return Condition(
        sql: PhotosConditions(schema).isIn(area.box), isExact: area == .box(area.box))
    case .place: return .never
    }
  }

  /// Returns a condition for any of the parts; nil unless SQL can answer all of them.
  private func either(_ parts: [AssetPredicate], _ budget: inout Int) -> Condition? {
    var conditions: [Condition] = []
    for part in parts {
      guard let condition = compile(part, &budget) else { return nil }
      conditions.append(condition)
    }
    return Condition(
      sql: SQLText(joining: conditions.map(\.sql), with: "OR", empty: "0"),
      isExact: conditions.allSatisfy(\.isExact))
  }
}

extension SQLText {
  fileprivate var grouped: SQLText { SQLText("(\(text))", values) }
}
