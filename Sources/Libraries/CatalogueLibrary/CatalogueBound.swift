/// Conditions on stored columns by which SQLite can search an index for what tests ask for.
///
/// The exact tests call functions, which no index serves. A bound compares the column itself, so that
/// SQLite reads only a part of an index. It may hold for more rows than the tests, never for fewer.
struct CatalogueBound {
  /// The bounds of one column, from the tests of one field.
  private struct Limits {
    var least: Int64?
    var most: Int64?

    /// Adds the limits of a test; false if it is no comparison with a value.
    mutating func add(_ test: AssetPredicate, _ value: (Constant) -> Int64?) -> Bool {
      let (comparison, constant): (Comparison?, Constant)
      switch test {
      case .equals(_, let other): (comparison, constant) = (nil, other)
      case .ordered(_, let other, let limit): (comparison, constant) = (other, limit)
      default: return false
      }
      guard let value = value(constant) else { return false }
      if comparison != .less, comparison != .atMost { least = max(least ?? .min, value) }
      if comparison != .greater, comparison != .atLeast { most = min(most ?? .max, value) }
      return true
    }
  }

  let fields: CatalogueFields

  /// Returns conditions that hold for every asset that passes a predicate.
  func conditions(_ predicate: AssetPredicate) -> [SQLText] {
    let tests = predicate.conjuncts.flatMap { ($0.wider ?? $0).conjuncts }
    return fields.single.compactMap { field in
      // The file may have a value where the column has none.
      guard !fields.lacks(field), !fields.declaration.fieldsOfFiles.contains(field),
        let kind = fields.kind(field),
        let column = fields.assets.fields[field],
        let name = column.expressions.first, Self.isColumn(name)
      else { return nil }
      var limits = Limits()
      var isBound = false
      for test in tests where test.testedField == field {
        isBound =
          limits.add(test) { constant in
            switch (kind, constant) {
            case (.date, .date(let moment)): moment.milliseconds
            case (.whole, .integer(let number)): number
            default: nil
            }
          } || isBound
      }
      guard isBound else { return nil }
      switch column {
      case .date(_, let form): return form.condition(of: name, limits.least, limits.most)
      case .value: return Self.condition(of: name, limits)
      case .place: return nil
      }
    }
  }

  /// Returns true for the name of a column; anything else would only be evaluated twice.
  private static func isColumn(_ sql: String) -> Bool {
    let parts = sql.split(separator: ".", omittingEmptySubsequences: false)
    return parts.count <= 3
      && parts.allSatisfy { part in
        !part.isEmpty && part.utf8.first.map { !(0x30...0x39).contains($0) } == true
          && part.utf8.allSatisfy {
            (0x30...0x39).contains($0) || (0x61...0x7A).contains($0 | 0x20) || $0 == 0x5F
          }
      }
  }

  private static func condition(of column: String, _ limits: Limits) -> SQLText {
    let parts = [
      limits.least.map { SQLText("\(column) >= ?", [.integer($0)]) },
      limits.most.map { SQLText("\(column) <= ?", [.integer($0)]) },
    ]
    return SQLText(joining: parts.compactMap(\.self), with: "AND", empty: "1")
  }
}

extension CatalogueDateForm {
  /// More milliseconds than a stored date and its moment can differ by: a zone written with it or
  /// that of the computer, each up to a day and a bit, and the time of the day.
  private static let margin: Int64 = 3 * 86_400_000

  /// Returns a condition for dates between two moments, in milliseconds since 1970 or nil for none.
  fileprivate func condition(of column: String, _ least: Int64?, _ most: Int64?) -> SQLText {
    let least = least.map { $0.subtractingReportingOverflow(Self.margin) }
      .map { $0.overflow ? Int64.min : $0.partialValue }
    let most = most.map { $0.addingReportingOverflow(Self.margin) }
      .map { $0.overflow ? Int64.max : $0.partialValue }
    if isText { return Self.textCondition(of: column, least, most) }
    let parts = [
      least.map { SQLText("\(column) >= ?", [.real(stored($0))]) },
      most.map { SQLText("\(column) <= ?", [.real(stored($0))]) },
    ]
    return SQLText(joining: parts.compactMap(\.self), with: "AND", empty: "1")
  }

  /// Returns the condition for texts. They begin with four digits of the year, or with a sign.
  /// Those with a sign, which are in no order, are all between two texts before the digits.
  private static func textCondition(
    of column: String, _ least: Int64?, _ most: Int64?
  ) -> SQLText {
    let first = least.map { text(max($0, firstDay)) }
    let last = most.flatMap { $0 >= lastDay ? nil : text(max($0, firstDay) + 86_400_000) }
    let below = last.map { SQLText("\(column) < ?", [.text($0)]) }
    guard let first else { return below ?? SQLText("\(column) >= '+!'") }
    let from = SQLText("\(column) >= ?", [.text(first)])
    let plain = SQLText(joining: [from] + (below.map { [$0] } ?? []), with: "AND", empty: "1")
    // The first part is true wherever the others are; it tells SQLite that no row has NULL there.
    return SQLText("(\(column) >= '+!' AND (")
      + plain + SQLText(" OR (\(column) >= '+!' AND \(column) < '-x')))")
  }

  /// 0000-01-01 and 9999-12-31, in milliseconds since 1970.
  private static let firstDay: Int64 = -62_167_219_200_000
  private static let lastDay: Int64 = 253_402_214_400_000

  private static func text(_ moment: Int64) -> String {
    let day = CivilDate(daysSince1970: floorDivide(min(moment, lastDay), 86_400_000).quotient)
    func digits(_ number: Int64, _ count: Int) -> String {
      let text = "\(number)"
      return String(repeating: "0", count: max(0, count - text.utf8.count)) + text
    }
    return "\(digits(day.year, 4))-\(digits(day.month, 2))-\(digits(day.day, 2))"
  }
}
