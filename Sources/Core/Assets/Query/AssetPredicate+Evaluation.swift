extension AssetPredicate {
  /// Returns true if the predicate holds for the asset.
  package func matches(_ asset: Asset) -> Bool {
    switch self {
    case .always: true
    case .equals(let field, let constant): constant.equals(asset.value(of: field))
    case .oneOf(let field, let constants):
      constants.contains { $0.equals(asset.value(of: field)) }
    case .ordered(let field, let comparison, let constant):
      constant.isOrdered(comparison, asset.value(of: field))
    case .like(let field, let pattern): pattern.matches(asset.value(of: field))
    case .has(let field, let text): text.isIn(asset.value(of: field))
    case .present(let field): asset.value(of: field).isPresent
    case .clock(let field, let range): asset.wallClock(of: field).map(range.contains) ?? false
    case .cycle(let field, let cycle): asset.wallClock(of: field).map(cycle.contains) ?? false
    case .compared(let field, let comparison, let other):
      Constant(asset.value(of: other))?.isOrdered(comparison, asset.value(of: field)) ?? false
    case .place(let field, let area):
      if case .location(let place) = asset.value(of: field) { area.contains(place) } else { false }
    case .not(let predicate): !predicate.matches(asset)
    case .all(let predicates): predicates.allSatisfy { $0.matches(asset) }
    case .any(let predicates): predicates.contains { $0.matches(asset) }
    }
  }
}

extension AssetPredicate {
  /// Returns true if a test of one field holds for a value; false for times, places and compounds.
  package func holds(for value: FieldValue) -> Bool {
    switch self {
    case .equals(_, let constant): constant.equals(value)
    case .oneOf(_, let constants): constants.contains { $0.equals(value) }
    case .ordered(_, let comparison, let constant): constant.isOrdered(comparison, value)
    case .like(_, let pattern): pattern.matches(value)
    case .has(_, let text): text.isIn(value)
    case .present: value.isPresent
    case .always, .not, .all, .any, .clock, .cycle, .compared, .place: false
    }
  }
}

extension FieldValue {
  /// True if the value is neither absent nor an empty list.
  package var isPresent: Bool {
    switch self {
    case .absent: false
    case .texts(let texts): !texts.isEmpty
    case .subtypes(let subtypes): !subtypes.isEmpty
    default: true
    }
  }
}

extension Constant {
  /// Creates the constant that other values are compared with; nil unless a number or a date.
  fileprivate init?(_ value: FieldValue) {
    switch value {
    case .integer(let integer): self = .integer(integer)
    case .number(let number): self = .number(number)
    case .date(let date): self = .date(date)
    default: return nil
    }
  }

  /// Returns true if the value equals the constant; for a list, if one member does.
  package func equals(_ value: FieldValue) -> Bool {
    switch (self, value) {
    case (.text(let text), .text(let span)): text.equals(span)
    case (.text(let text), .string(let string)): text.equals(string)
    case (.text(let text), .subtypes(let subtypes)): subtypes.contains(named: text)
    case (.text(let text), .texts(let texts)): texts.contains { text.equals($0) }
    case (.flag(let flag), .flag(let other)): flag == other
    case (.integer(let integer), .integer(let other)): integer == other
    case (.integer(let integer), .number(let other)): Double(integer) == other
    case (.number(let number), .integer(let other)): number == Double(other)
    case (.number(let number), .number(let other)): number == other
    case (.date(let date), .date(let other)): date == other
    default: false
    }
  }

  /// Returns true if `value` compares to the constant as stated: `value < constant` for less.
  package func isOrdered(_ comparison: Comparison, _ value: FieldValue) -> Bool {
    switch (value, self) {
    case (.integer(let value), .integer(let constant)): comparison.holds(value, constant)
    case (.date(let value), .date(let constant)): comparison.holds(value, constant)
    case (.number(let value), .number(let constant)): comparison.holds(value, constant)
    case (.integer(let value), .number(let constant)): comparison.holds(Double(value), constant)
    case (.number(let value), .integer(let constant)): comparison.holds(value, Double(constant))
    case (.text(let value), .text(let constant)): comparison.holds(value.string, constant.string)
    case (.string(let value), .text(let constant)): comparison.holds(value, constant.string)
    default: false
    }
  }
}

extension LikePattern {
  /// Returns true if a text matches the pattern; for a list, if one member does.
  package func matches(_ value: FieldValue) -> Bool {
    switch value {
    case .text(let text): matches(text.string)
    case .string(let string): matches(string)
    case .texts(let texts): texts.contains { matches($0) }
    case .subtypes(let subtypes): subtypes.names.contains { matches($0) }
    default: false
    }
  }
}

extension TextConstant {
  /// Returns true if a text contains the constant, or a list has it as a member.
  package func isIn(_ value: FieldValue) -> Bool {
    switch value {
    case .text(let text): isPart(of: text)
    case .string(let text): isPart(of: text)
    case .texts(let texts): texts.contains { equals($0) }
    case .subtypes(let subtypes): subtypes.contains(named: self)
    default: false
    }
  }
}

extension MediaSubtypes {
  /// Returns true if the set contains the subtype of that name.
  package func contains(named text: TextConstant) -> Bool {
    Self.named.contains { contains($0.subtype) && text.equals(TextSpan($0.name)) }
  }
}
