package import Assets

/// A translator of a rule's tests to SQL conditions on the columns of a library's database.
///
/// For every asset, the condition and the tests that are left to the run together hold exactly if all
/// tests hold.
package protocol SQLTranslator {
  /// Returns the SQL for a field's value; nil for a field that has none, or conditions of its own.
  func column(_ field: Field) -> SQLColumn?

  /// Returns the condition of a test that has no other tests as parts; nil if SQL can't answer it.
  func condition(_ test: AssetPredicate) -> SQLCondition?
}

/// A condition that holds for all assets for which a predicate holds, perhaps also for others.
package struct SQLCondition {
  /// An expression that is 1 or 0, never NULL.
  package let sql: SQLText
  /// True if it holds for no other assets, so that no test remains.
  package let isExact: Bool

  package init(_ sql: SQLText, isExact: Bool) {
    self.sql = sql
    self.isExact = isExact
  }

  package static func exact(_ text: String, _ values: [SQLiteValue] = []) -> SQLCondition {
    SQLCondition(SQLText(text, values), isExact: true)
  }

  package static func wide(_ text: String, _ values: [SQLiteValue] = []) -> SQLCondition {
    SQLCondition(SQLText(text, values), isExact: false)
  }

  package static let never = exact("0")

  fileprivate init(joining parts: [SQLCondition], with word: String, empty: String) {
    sql = SQLText(joining: parts.map(\.sql), with: word, empty: empty)
    isExact = parts.allSatisfy(\.isExact)
  }
}

extension SQLTranslator {
  /// The maximum number of tests: SQLite refuses too deep statements and too many parameters.
  private static var mostTests: Int { 400 }

  /// Returns true if SQL answers the whole predicate.
  package func answers(_ predicate: AssetPredicate) -> Bool {
    translate(predicate).rest == .always
  }

  /// Returns the conditions that SQL can evaluate, all of which must hold, and the tests that remain.
  package func translate(
    _ predicate: AssetPredicate
  ) -> (conditions: [SQLText], rest: AssetPredicate) {
    var budget = Self.mostTests
    var conditions: [SQLText] = []
    var rest: [AssetPredicate] = []
    for conjunct in predicate.conjuncts {
      var left = budget
      let found = condition(conjunct, &left)
      if let found {
        conditions.append(found.sql)
        budget = left
      }
      if found?.isExact != true { rest.append(conjunct) }
    }
    return (conditions, .conjunction(rest))
  }

  private func condition(_ predicate: AssetPredicate, _ budget: inout Int) -> SQLCondition? {
    budget -= 1
    guard budget > 0 else { return nil }
    switch predicate {
    case .always: return .exact("1")
    case .not(let inner):
      guard let found = condition(inner, &budget), found.isExact else { return nil }
      return SQLCondition(SQLText("NOT (") + found.sql + SQLText(")"), isExact: true)
    case .all(let parts):
      let conditions = parts.compactMap { condition($0, &budget) }
      guard !conditions.isEmpty || parts.isEmpty else { return nil }
      let all = SQLCondition(joining: conditions, with: "AND", empty: "1")
      return conditions.count == parts.count ? all : SQLCondition(all.sql, isExact: false)
    case .any(let parts): return either(parts, &budget)
    case .oneOf(let field, let constants):
      if case .text? = column(field) { return condition(predicate) }
      return either(constants.map { .equals(field, $0) }, &budget)
    case .clock:
      // The zone of each asset determines which moments these are.
      guard let wider = predicate.wider, let found = condition(wider, &budget) else { return nil }
      return SQLCondition(found.sql, isExact: false)
    case .equals, .ordered, .like, .has, .present, .cycle, .compared, .place:
      return condition(predicate)
    }
  }

  /// Returns a condition for any of the parts; nil unless SQL can answer all of them.
  private func either(_ parts: [AssetPredicate], _ budget: inout Int) -> SQLCondition? {
    let conditions = parts.compactMap { condition($0, &budget) }
    guard conditions.count == parts.count else { return nil }
    return SQLCondition(joining: conditions, with: "OR", empty: "0")
  }

  /// Returns a comparison of two fields, both numbers or both dates; nil for others.
  ///
  /// - Parameter unknown: The result where one of them has no value.
  package func compared(
    _ field: Field, _ comparison: Comparison, _ other: Field, ifUnknown unknown: Bool = false
  ) -> SQLCondition? {
    guard let left = column(field), let right = column(other) else { return nil }
    switch (left, right) {
    case (.date(let left), .date(let right)), (.whole(let left), .whole(let right)),
      (.whole(let left), .number(let right)), (.number(let left), .whole(let right)),
      (.number(let left), .number(let right)):
      return SQLCondition(
        SQLText("coalesce(\(left) \(comparison.rawValue) \(right), \(unknown ? 1 : 0))"),
        isExact: !unknown)
    default: return nil
    }
  }
}
