/// A question about one asset that Swift, SQL and the user can all read.
///
/// An absent field answers no to every test, so `not` of a test of an absent field is yes. A test
/// of a field that holds a list is a test of its members: it holds when it holds for one.
public indirect enum Predicate: Hashable, Sendable {
  case always
  case equals(Field, Constant)
  case oneOf(Field, [Constant])
  case ordered(Field, Comparison, Constant)
  case like(Field, LikePattern)
  /// The text contains the constant; for a list, one member equals it.
  case has(Field, TextConstant)
  case present(Field)
  /// The clock that belongs to the date showed a time in the range.
  case clock(Field, ClockRange)
  /// The place is in the area.
  case place(Field, Area)
  case not(Predicate)
  case all([Predicate])
  case any([Predicate])

  /// The fields that the answer depends on.
  public var fields: FieldSet {
    switch self {
    case .always: []
    case .equals(let field, _), .oneOf(let field, _), .ordered(let field, _, _),
      .like(let field, _), .has(let field, _), .present(let field), .place(let field, _):
      FieldSet(field)
    case .clock(.creationDate, _): [FieldSet(.creationDate), FieldSet(.creationDateOffset)]
    case .clock(let field, _): FieldSet(field)
    case .not(let predicate): predicate.fields
    case .all(let predicates), .any(let predicates):
      predicates.reduce(into: []) { $0.formUnion($1.fields) }
    }
  }

  /// The deepest facet that the answer may need.
  public var facet: Facet { fields.facets.facets.last ?? .entry }

  /// The tests that all have to hold.
  public var conjuncts: [Predicate] {
    var parts: [Predicate] = []
    addConjuncts(to: &parts)
    return parts
  }

  private func addConjuncts(to parts: inout [Predicate]) {
    switch self {
    case .always: break
    case .all(let predicates): for predicate in predicates { predicate.addConjuncts(to: &parts) }
    default: parts.append(self)
    }
  }

  /// Whether no asset that does not know the field can pass.
  package func needs(_ field: Field) -> Bool {
    switch self {
    case .equals(field, _), .oneOf(field, _), .ordered(field, _, _), .like(field, _),
      .has(field, _), .present(field), .clock(field, _), .place(field, _):
      true
    case .all(let predicates): predicates.contains { $0.needs(field) }
    default: false
    }
  }

  /// All of `predicates`, in the simplest form.
  public static func conjunction(_ predicates: [Predicate]) -> Predicate {
    var parts: [Predicate] = []
    for predicate in predicates { predicate.addConjuncts(to: &parts) }
    return parts.count > 1 ? .all(parts) : parts.first ?? .always
  }

  /// A simpler test that holds wherever this one does, for libraries that can't do this one; nil
  /// without such a test.
  public var wider: Predicate? {
    switch self {
    case .clock(let field, let range):
      let (first, end) = range.moments
      let tests = [
        first.map { Predicate.ordered(field, .atLeast, .date($0)) },
        end.map { Predicate.ordered(field, .less, .date($0)) },
      ]
      return .conjunction(tests.compactMap(\.self))
    case .place(let field, .circle(let circle)): return .place(field, .box(Area.circle(circle).box))
    default: return nil
    }
  }

  /// Splits the tests that all have to hold into those that `belongs` accepts, and the rest.
  ///
  /// A test that is not accepted, but has a wider one that is, stays in the rest, and the wider one is
  /// accepted. For every asset, `accepted && rest` equals the whole: the law of push-down.
  public func split(
    _ belongs: (Predicate) -> Bool
  ) -> (accepted: Predicate, rest: Predicate) {
    var accepted: [Predicate] = []
    var rest: [Predicate] = []
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

  /// The same question with cheap tests first, so that a deep facet is read only when they hold.
  public var cheapestFirst: Predicate {
    let parts = conjuncts.enumerated().sorted { left, right in
      (left.element.facet, left.offset) < (right.element.facet, right.offset)
    }
    return .conjunction(parts.map(\.element))
  }
}
