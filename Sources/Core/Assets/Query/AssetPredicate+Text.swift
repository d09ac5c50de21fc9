extension AssetPredicate: CustomStringConvertible {
  /// The predicate as shown to the user, without the names of added fields.
  public var description: String { text(FieldTable()) }

  /// Returns the predicate as shown to the user by `explain`.
  public func text(_ fields: FieldTable) -> String {
    func name(_ field: Field) -> String { fields.name(of: field) }
    return switch self {
    case .always: "everything"
    case .equals(let field, let constant): "\(name(field)) == \(constant)"
    case .oneOf(let field, let constants):
      "\(name(field)) in {\(constants.map(\.description).joined(separator: ", "))}"
    case .ordered(let field, let comparison, let constant):
      "\(name(field)) \(comparison.rawValue) \(constant)"
    case .like(let field, let pattern): "\(name(field)) like \(pattern)"
    case .has(let field, let text): "\(name(field)) has \(text)"
    case .present(let field): "\(name(field)) present"
    case .clock(let field, let range): "\(name(field)) \(range)"
    case .cycle(let field, let cycle): "\(name(field)) \(cycle)"
    case .compared(let field, let comparison, let other):
      "\(name(field)) \(comparison.rawValue) \(name(other))"
    case .place(let field, let area): "\(name(field)) \(area)"
    case .not(let predicate): "not (\(predicate.text(fields)))"
    case .all(let predicates): predicates.map { $0.grouped(fields) }.joined(separator: " and ")
    case .any(let predicates):
      predicates.isEmpty
        ? "nothing" : predicates.map { $0.grouped(fields) }.joined(separator: " or ")
    }
  }

  private func grouped(_ fields: FieldTable) -> String {
    switch self {
    case .all(let parts) where parts.count > 1: "(\(text(fields)))"
    case .any(let parts) where parts.count > 1: "(\(text(fields)))"
    default: text(fields)
    }
  }
}

extension Constant: CustomStringConvertible {
  public var description: String {
    switch self {
    case .flag(let flag): "\(flag)"
    case .integer(let integer): "\(integer)"
    case .number(let number): "\(number)"
    case .date(let date): date.description
    case .text(let text): text.description
    }
  }
}
