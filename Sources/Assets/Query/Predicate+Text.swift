extension Predicate: CustomStringConvertible {
  /// The question as a person would read it, for `explain`.
  public var description: String {
    switch self {
    case .always: "everything"
    case .equals(let field, let constant): "\(field.name) == \(constant)"
    case .oneOf(let field, let constants):
      "\(field.name) in {\(constants.map(\.description).joined(separator: ", "))}"
    case .ordered(let field, let comparison, let constant):
      "\(field.name) \(comparison.rawValue) \(constant)"
    case .like(let field, let pattern): "\(field.name) like \"\(pattern.text)\""
    case .has(let field, let text): "\(field.name) has \"\(text.string)\""
    case .present(let field): "\(field.name) present"
    case .not(let predicate): "not (\(predicate))"
    case .all(let predicates): predicates.map(\.grouped).joined(separator: " and ")
    case .any(let predicates):
      predicates.isEmpty ? "nothing" : predicates.map(\.grouped).joined(separator: " or ")
    }
  }

  private var grouped: String {
    switch self {
    case .all(let parts) where parts.count > 1: "(\(self))"
    case .any(let parts) where parts.count > 1: "(\(self))"
    default: description
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
    case .text(let text): "\"\(text.string)\""
    }
  }
}
