/// A test of one asset that can be evaluated, translated to SQL and shown to the user.
///
/// Every test of an absent field is false, so `not` of such a test is true. A test of a list holds
/// when it holds for one member.
public indirect enum AssetPredicate: Hashable, Sendable {
  case always
  case equals(Field, Constant)
  case oneOf(Field, [Constant])
  case ordered(Field, Comparison, Constant)
  case like(Field, LikePattern)
  /// A test that the text contains the constant or, for a list, that one member equals it.
  case has(Field, TextConstant)
  case present(Field)
  /// A test that the local time of a date is in the range.
  case clock(Field, ClockRange)
  /// A test that the local time of a date is in the part of every day, week or year.
  case cycle(Field, ClockCycle)
  /// A comparison of the first field with the second one: both numbers, or both dates.
  case compared(Field, Comparison, Field)
  /// A test that the location is in the area.
  case place(Field, Area)
  case not(AssetPredicate)
  case all([AssetPredicate])
  case any([AssetPredicate])

  /// The fields that the result depends on.
  public var fields: FieldSet {
    switch self {
    case .always: []
    case .equals(let field, _), .oneOf(let field, _), .ordered(let field, _, _),
      .like(let field, _), .has(let field, _), .present(let field), .place(let field, _):
      FieldSet(field)
    case .clock(.creationDate, _), .cycle(.creationDate, _):
      [FieldSet(.creationDate), FieldSet(.creationDateOffset)]
    case .clock(let field, _), .cycle(let field, _): FieldSet(field)
    case .compared(let field, _, let other): [FieldSet(field), FieldSet(other)]
    case .not(let predicate): predicate.fields
    case .all(let predicates), .any(let predicates):
      predicates.reduce(into: []) { $0.formUnion($1.fields) }
    }
  }

  /// The most expensive facet that the test may have to read.
  public var facet: Facet { fields.facets.facets.last ?? .entry }

  /// The tests that all have to hold: a conjunction's parts, else the predicate; none for `always`.
  public var conjuncts: [AssetPredicate] {
    var parts: [AssetPredicate] = []
    addConjuncts(to: &parts)
    return parts
  }

  private func addConjuncts(to parts: inout [AssetPredicate]) {
    switch self {
    case .always: break
    case .all(let predicates): for predicate in predicates { predicate.addConjuncts(to: &parts) }
    default: parts.append(self)
    }
  }

  /// Returns true if the predicate is false for every asset without the field.
  package func needs(_ field: Field) -> Bool {
    switch self {
    case .equals(field, _), .oneOf(field, _), .ordered(field, _, _), .like(field, _),
      .has(field, _), .present(field), .clock(field, _), .cycle(field, _), .place(field, _),
      .compared(field, _, _), .compared(_, _, field):
      true
    case .all(let predicates): predicates.contains { $0.needs(field) }
    default: false
    }
  }

  /// Returns the conjunction of `predicates`, in the simplest form.
  public static func conjunction(_ predicates: [AssetPredicate]) -> AssetPredicate {
    var parts: [AssetPredicate] = []
    for predicate in predicates { predicate.addConjuncts(to: &parts) }
    return parts.count > 1 ? .all(parts) : parts.first ?? .always
  }

  /// A simpler test that holds wherever this one does, for libraries that can't evaluate this one;
  /// nil unless this is a test of local time or of a circle.
  public var wider: AssetPredicate? {
    switch self {
    case .clock(let field, let range):
      let (first, end) = range.moments
      let tests = [
        first.map { AssetPredicate.ordered(field, .atLeast, .date($0)) },
        end.map { AssetPredicate.ordered(field, .less, .date($0)) },
      ]
      return .conjunction(tests.compactMap(\.self))
    case .place(let field, .circle(let circle)): return .place(field, .box(Area.circle(circle).box))
    default: return nil
    }
  }

  /// Splits a conjunction into the tests that `belongs` accepts, and the rest.
  ///
  /// If a test is not accepted but its wider one is, the test stays in the rest and the wider one
  /// is accepted. For every asset, `accepted && rest` equals the whole.
  public func split(
    _ belongs: (AssetPredicate) -> Bool
  ) -> (accepted: AssetPredicate, rest: AssetPredicate) {
    var accepted: [AssetPredicate] = []
    var rest: [AssetPredicate] = []
    for conjunct in conjuncts {
      if belongs(conjunct) {
        accepted.append(conjunct)
        continue
      }
      if let wider = conjunct.wider, wider != .always, belongs(wider) { accepted.append(wider) }
      rest.append(conjunct)
    }
    return (.conjunction(accepted), .conjunction(rest))
  }

  /// The predicate with cheap tests first, so that expensive facets are read only if those hold.
  public var cheapestFirst: AssetPredicate {
    let parts = conjuncts.enumerated().sorted { left, right in
      (left.element.facet, left.offset) < (right.element.facet, right.offset)
    }
    return .conjunction(parts.map(\.element))
  }
}

/// A value that a test compares a field with.
public enum Constant: Hashable, Sendable {
  case flag(Bool)
  case integer(Int64)
  case number(Double)
  case date(Instant)
  case text(TextConstant)
}

/// The comparisons by order, such as less, between a field and a constant.
public enum Comparison: String, Hashable, Sendable, CaseIterable {
  case less = "<"
  case atMost = "<="
  case atLeast = ">="
  case greater = ">"

  /// Returns true if two values are in this order, such as `left < right`.
  @inline(__always)
  package func holds<Value: Comparable>(_ left: Value, _ right: Value) -> Bool {
    switch self {
    case .less: left < right
    case .atMost: left <= right
    case .atLeast: left >= right
    case .greater: left > right
    }
  }
}
