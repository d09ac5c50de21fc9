/// A question about one asset that Swift, SQL and a person can all read.
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
  case not(Predicate)
  case all([Predicate])
  case any([Predicate])

  /// The fields that the answer depends on.
  public var fields: FieldSet {
    switch self {
    case .always: []
    case .equals(let field, _), .oneOf(let field, _), .ordered(let field, _, _),
      .like(let field, _), .has(let field, _), .present(let field):
      FieldSet(field)
    case .not(let predicate): predicate.fields
    case .all(let predicates), .any(let predicates):
      predicates.reduce(into: []) { $0.formUnion($1.fields) }
    }
  }

  /// The deepest facet that the answer may need.
  public var facet: Facet { fields.facets.facets.last ?? .entry }

  /// The tests that all have to hold.
  public var conjuncts: [Predicate] {
    switch self {
    case .always: []
    case .all(let predicates): predicates.flatMap(\.conjuncts)
    default: [self]
    }
  }

  /// Whether no asset that does not know the field can pass.
  package func needs(_ field: Field) -> Bool {
    switch self {
    case .equals(field, _), .oneOf(field, _), .ordered(field, _, _), .like(field, _),
      .has(field, _), .present(field):
      true
    case .all(let predicates): predicates.contains { $0.needs(field) }
    default: false
    }
  }

  /// All of `predicates`, in the simplest form.
  public static func conjunction(_ predicates: [Predicate]) -> Predicate {
    let parts = predicates.flatMap(\.conjuncts)
    return parts.count > 1 ? .all(parts) : parts.first ?? .always
  }

  /// Splits the tests that all have to hold into those that `belongs` accepts, and the rest.
  ///
  /// For every asset, `accepted && rest` equals the whole: the law of push-down.
  public func split(
    _ belongs: (Predicate) -> Bool
  ) -> (accepted: Predicate, rest: Predicate) {
    var accepted: [Predicate] = []
    var rest: [Predicate] = []
    for conjunct in conjuncts {
      if belongs(conjunct) { accepted.append(conjunct) } else { rest.append(conjunct) }
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
