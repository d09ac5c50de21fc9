internal import Files

/// A compiler of the tests that SQL answers exactly to conditions on the table `a`, see
/// ``ShotwellColumn``; the run evaluates all others.
struct ShotwellPredicate {
  private let tags: ShotwellTags

  init(_ tags: ShotwellTags) {
    self.tags = tags
  }

  /// Returns true if every library evaluates the predicate completely in SQL.
  static func answers(_ predicate: AssetPredicate) -> Bool {
    ShotwellPredicate(.none).compile(predicate) != nil
  }

  /// Returns the predicate as a condition that is 1 or 0 and never NULL; nil if SQL can't.
  func compile(_ predicate: AssetPredicate) -> SQLText? {
    var budget = Self.mostTests
    return compile(predicate, &budget)
  }

  /// The maximum number of tests: SQLite refuses too deep statements and too many parameters.
  private static let mostTests = 400

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
      return join(constants.map { .equals(field, $0) }, with: "OR", empty: "0", &budget)
    case .equals(let field, _), .ordered(let field, _, _), .like(let field, _), .has(let field, _),
      .present(let field):
      return condition(predicate, of: field)
    // The time zone is in the file, and so is the location if the table has none.
    case .clock, .place: return nil
    }
  }

  /// Returns conditions that hold for every asset that can pass tests which SQL does not answer.
  static func narrowing(_ tests: AssetPredicate) -> [SQLText] {
    tests.conjuncts.compactMap { test in
      guard case .place(.location, let area) = test else { return nil }
      let longitudes = area.box.longitudes.map { range in
        SQLText(
          "a.longitude BETWEEN ? AND ?", [.real(range.lowerBound), .real(range.upperBound)])
      }
      return SQLText(
        "(a.latitude IS NULL OR a.longitude IS NULL OR (a.latitude BETWEEN ? AND ? AND ",
        [.real(area.box.south), .real(area.box.north)])
        + SQLText(joining: longitudes, with: "OR", empty: "0") + SQLText("))")
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

  private static let never = SQLText("0")

  /// Returns the condition of one test; nil for a field that only an asset knows.
  private func condition(_ test: AssetPredicate, of field: Field) -> SQLText? {
    switch field {
    case .creationDate: Self.date(test, "a.created")
    case .addedDate: Self.date(test, "a.added")
    case .duration: Self.number(test, "a.duration")
    case .title: Self.text(test, "a.title")
    case .localIdentifier: Self.identifier(test)
    case .isFavorite: Self.flag(test, "a.isFlagged")
    case .isHidden: Self.flag(test, "a.isHidden")
    case .hasAdjustments: Self.flag(test, "(a.isTransformed OR a.editedPath IS NOT NULL)")
    case .keywords: keywords(test)
    case .mediaType: Self.mediaType(test)
    default: nil
    }
  }

  private static func flag(_ test: AssetPredicate, _ holds: String) -> SQLText {
    switch test {
    case .equals(_, .flag(true)): SQLText("(\(holds))")
    case .equals(_, .flag(false)): SQLText("(NOT \(holds))")
    case .present: SQLText("1")
    default: never
    }
  }

  /// Returns the condition of a test of a number, such as `rating`.
  static func number(_ test: AssetPredicate, _ sql: String) -> SQLText {
    func compare(_ word: String, _ constant: Constant) -> SQLText {
      switch constant {
      case .integer(let integer):
        SQLText("(\(sql) IS NOT NULL AND \(sql) \(word) ?)", [.real(Double(integer))])
      // SQLite takes NaN for NULL.
      case .number(let number) where !number.isNaN:
        SQLText("(\(sql) IS NOT NULL AND \(sql) \(word) ?)", [.real(number)])
      default: never
      }
    }
    switch test {
    case .equals(_, let constant): return compare("=", constant)
    case .ordered(_, let comparison, let constant): return compare(comparison.rawValue, constant)
    case .present: return SQLText("(\(sql) IS NOT NULL)")
    default: return never
    }
  }

  /// Returns the condition of a test of a date; Shotwell has seconds, a rule milliseconds.
  private static func date(_ test: AssetPredicate, _ sql: String) -> SQLText {
    func compare(_ word: String, _ moment: Instant) -> SQLText {
      SQLText(
        "(\(sql) IS NOT NULL AND \(sql) * 1000 \(word) ?)", [.integer(moment.milliseconds)])
    }
    switch test {
    case .equals(_, .date(let moment)): return compare("=", moment)
    case .ordered(_, let comparison, .date(let moment)):
      return compare(comparison.rawValue, moment)
    case .present: return SQLText("(\(sql) IS NOT NULL)")
    default: return never
    }
  }

  /// Returns the condition of a test of a text. Only texts with a single Unicode form compare
  /// equally in SQLite and Swift.
  private static func text(_ test: AssetPredicate, _ sql: String) -> SQLText? {
    switch test {
    case .equals(_, .text(let constant)):
      guard let plain = PlainText(constant.string),
        constant.ignoresCase ? plain.hasOneFormIgnoringCase : plain.hasOneForm
      else { return nil }
      let collation = constant.ignoresCase ? "NOCASE" : "BINARY"
      return SQLText("(\(sql) IS ? COLLATE \(collation))", [.text(plain.string)])
    case .present: return SQLText("(\(sql) IS NOT NULL)")
    case .ordered, .like, .has: return nil
    default: return never
    }
  }

  private static func identifier(_ test: AssetPredicate) -> SQLText? {
    switch test {
    case .equals(_, .text(let constant)):
      // A plain number is no asset's identifier, although TagTable may contain one.
      guard let found = ShotwellIdentifier(constant.string), found.text == constant.string else {
        return never
      }
      return SQLText(
        "(a.source = ? AND a.id = ?)", [.integer(found.kind.rawValue), .integer(found.number)])
    case .present: return SQLText("1")
    case .ordered, .like, .has: return nil
    default: return never
    }
  }

  private static func mediaType(_ test: AssetPredicate) -> SQLText? {
    switch test {
    case .equals(_, .text(let constant)):
      switch constant.string {
      case "image": return SQLText("(a.source = 0)")
      case "video": return SQLText("(a.source = 1)")
      default: return never
      }
    case .present: return SQLText("1")
    case .ordered, .like, .has: return nil
    default: return never
    }
  }

  private func keywords(_ test: AssetPredicate) -> SQLText? {
    switch test {
    case .equals(_, .text(let constant)), .has(_, let constant):
      SQLText(isOneOf: tags.members { constant.equals($0) })
    case .like(_, let pattern): SQLText(isOneOf: tags.members(pattern.matches))
    case .present: SQLText(isOneOf: tags.members)
    default: Self.never
    }
  }
}
