internal import Files

extension PhotosFieldSQL {
  /// Returns a test of the field as a condition; nil if SQL can't answer it.
  func condition(_ test: AssetPredicate) -> PhotosPredicate.Condition? {
    switch self {
    case .integer(let sql, _, _): return number(test, sql, isWhole: true)
    case .amount(let sql, _): return number(test, sql, isWhole: false)
    case .date(let sql): return date(test, sql)
    case .flag(let holds, let present):
      switch test {
      case .equals(_, .flag(true)): return .exact("(\(present) AND \(holds))")
      case .equals(_, .flag(false)): return .exact("(\(present) AND NOT \(holds))")
      case .present: return .exact(present)
      default: return .never
      }
    case .text(let sql): return text(test, sql)
    case .values(let values):
      let holding = values.filter { test.holds(for: $0.value) }.map { SQLText($0.holds) }
      return PhotosPredicate.Condition(
        sql: SQLText(joining: holding, with: "OR", empty: "0"), isExact: true)
    case .texts(let rows, let sql): return list(test, rows, sql)
    case .known(let known):
      if case .present = test { return .exact(known) }
      return .never
    }
  }

  /// A number's column, with the condition under which it has a value; nil for another field.
  private var quantity: (sql: String, known: String)? {
    switch self {
    case .integer(let sql, let range, let onlyIf):
      (
        sql,
        "\(onlyIf) AND typeof(\(sql)) = 'integer' "
          + "AND +\(sql) BETWEEN \(range.lowerBound) AND \(range.upperBound)"
      )
    case .amount(let sql, let onlyIf):
      (
        sql,
        "\(onlyIf) AND typeof(\(sql)) IN ('integer', 'real') "
          + "AND +\(sql) BETWEEN 0 AND \(PhotosLimits.amount)"
      )
    default: nil
    }
  }

  /// Returns a comparison with another field; nil if one of them is no number, as dates are read in
  /// milliseconds.
  func compared(
    _ comparison: Comparison, _ other: PhotosFieldSQL
  ) -> PhotosPredicate.Condition? {
    guard let left = quantity, let right = other.quantity else { return nil }
    return .exact(
      "(\(left.known) AND \(right.known) AND +\(left.sql) \(comparison.rawValue) +\(right.sql))")
  }

  private func number(
    _ test: AssetPredicate, _ sql: String, isWhole: Bool
  ) -> PhotosPredicate.Condition? {
    let known = quantity?.known ?? "0"
    func compare(_ word: String, _ constant: Constant) -> PhotosPredicate.Condition {
      let value: SQLiteValue
      switch constant {
      case .integer(let integer): value = isWhole ? .integer(integer) : .real(Double(integer))
      // SQLite stores NaN as NULL.
      case .number(let number) where !number.isNaN: value = .real(number)
      default: return .never
      }
      return .exact("(\(known) AND +\(sql) \(word) ?)", [value])
    }
    switch test {
    case .equals(_, let constant): return compare("=", constant)
    case .ordered(_, let comparison, let constant): return compare(comparison.rawValue, constant)
    case .present: return .exact("(\(known))")
    default: return .never
    }
  }

  private func date(_ test: AssetPredicate, _ sql: String) -> PhotosPredicate.Condition? {
    /// Returns a test for dates from `first` on, and before `end`.
    func within(_ first: Int64, _ end: Int64?) -> PhotosPredicate.Condition {
      guard let low = PhotosDate.seconds(atLeast: first) else { return .never }
      let known = "typeof(\(sql)) IN ('integer', 'real')"
      if let high = end.flatMap(PhotosDate.seconds(atLeast:)) {
        return .exact("(\(known) AND \(sql) >= ? AND \(sql) < ?)", [.real(low), .real(high)])
      }
      return .exact(
        "(\(known) AND \(sql) >= ? AND \(sql) <= ?)", [.real(low), .real(PhotosDate.limit)])
    }
    func after(_ moment: Instant) -> Int64? {
      moment.milliseconds == .max ? nil : moment.milliseconds + 1
    }
    switch test {
    case .equals(_, .date(let moment)): return within(moment.milliseconds, after(moment))
    case .ordered(_, let comparison, .date(let moment)):
      switch comparison {
      case .less: return within(.min, moment.milliseconds)
      case .atMost: return within(.min, after(moment))
      case .atLeast: return within(moment.milliseconds, nil)
      case .greater: return after(moment).map { within($0, nil) } ?? .never
      }
    case .present: return .exact(PhotosConditions.isDate(sql))
    default: return .never
    }
  }

  /// Returns a test of a text; exact only for printable ASCII, which SQLite and Swift compare in
  /// the same way. Other texts pass and are tested again: their normal forms may differ, and a
  /// character may be several scalars.
  private func text(_ test: AssetPredicate, _ sql: String) -> PhotosPredicate.Condition? {
    switch test {
    case .equals(_, .text(let constant)):
      guard !constant.string.isEmpty else { return .never }
      guard let plain = PlainText(constant.string) else { return nil }
      let equal = Self.isEqual(sql, constant)
      if constant.ignoresCase ? plain.hasOneFormIgnoringCase : plain.hasOneForm {
        return .exact("(typeof(\(sql)) = 'text' AND \(equal))", [.text(plain.string)])
      }
      return .wide(
        "(typeof(\(sql)) = 'text' AND (\(equal) OR \(Self.isUnusual(sql))))", [.text(plain.string)])
    case .like(_, let pattern):
      guard let glob = GlobPattern(pattern) else { return nil }
      return .wide(
        "(typeof(\(sql)) = 'text' AND (\(Self.fits(sql, pattern)) OR \(Self.isUnusual(sql))))",
        [.text(glob.text)])
    case .has(_, let constant):
      guard let plain = PlainText(constant.string) else { return nil }
      let part = constant.ignoresCase ? "instr(lower(\(sql)), lower(?))" : "instr(\(sql), ?)"
      return .wide(
        "(typeof(\(sql)) = 'text' AND (\(part) > 0 OR \(Self.isUnusual(sql))))",
        [.text(plain.string)])
    case .present: return .exact(PhotosConditions.isText(sql))
    case .ordered: return nil
    default: return .never
    }
  }

  private func list(
    _ test: AssetPredicate, _ rows: String, _ sql: String
  ) -> PhotosPredicate.Condition? {
    func some(_ condition: String, _ values: [SQLiteValue]) -> PhotosPredicate.Condition {
      let known = "typeof(\(sql)) = 'text'"
      return .wide(rows.isEmpty ? "0" : "EXISTS (\(rows) AND \(known) AND \(condition))", values)
    }
    switch test {
    case .equals(_, .text(let constant)), .has(_, let constant):
      guard let plain = PlainText(constant.string) else { return nil }
      return some(
        "(\(Self.isEqual(sql, constant)) OR \(Self.isUnusual(sql)))", [.text(plain.string)])
    case .like(_, let pattern):
      guard let glob = GlobPattern(pattern) else { return nil }
      return some(
        "(\(Self.fits(sql, pattern)) OR \(Self.isUnusual(sql)))", [.text(glob.text)])
    case .present: return some("1", [])
    default: return .never
    }
  }

  /// Returns a comparison with a parameter; NOCASE knows no other capitals than those of ASCII.
  private static func isEqual(_ sql: String, _ constant: TextConstant) -> String {
    "\(sql) = ? COLLATE \(constant.ignoresCase ? "NOCASE" : "BINARY")"
  }

  private static func fits(_ sql: String, _ pattern: LikePattern) -> String {
    pattern.ignoresCase ? "lower(\(sql)) GLOB lower(?)" : "\(sql) GLOB ?"
  }

  /// Returns SQL that is true if a text contains anything but printable ASCII. GLOB ignores the
  /// text after a NUL, so a NUL counts as well.
  private static func isUnusual(_ sql: String) -> String {
    "\(sql) GLOB '*[^ -~]*' OR instr(\(sql), char(0)) > 0"
  }
}

/// A pattern of a rule for SQLite's GLOB, which has brackets and no escape.
struct GlobPattern {
  let text: String

  /// Converts a rule's pattern; nil if it is not printable ASCII.
  init?(_ pattern: LikePattern) {
    guard let plain = PlainText(pattern.text) else { return nil }
    var glob = ""
    var isEscaped = false
    for character in plain.string {
      if character == "\\", !isEscaped {
        isEscaped = true
        continue
      }
      let isWildcard = (character == "*" || character == "?") && !isEscaped
      let needsBrackets = ["*", "?", "["].contains(character) && !isWildcard
      glob += needsBrackets ? "[\(character)]" : "\(character)"
      isEscaped = false
    }
    if isEscaped { glob += "\\" }
    text = glob
  }
}
