/// The result of a test for an asset and the values that it read, shown by `why`.
package struct PredicateTestResult: Hashable, Sendable {
  /// The test as shown to the user.
  package let test: String
  /// The values of the fields that the test reads, as shown to the user.
  package let values: String
  /// True if the asset passes the test.
  package let holds: Bool
}

extension AssetPredicate {
  /// Returns the result of each test of the conjunction, in the order of evaluation.
  ///
  /// - Parameter fields: the names of added fields.
  package func findings(on asset: Asset, _ fields: FieldTable) -> [PredicateTestResult] {
    conjuncts.map { test in
      let tested = test.testedFields
      let values = tested.map { field in
        let value = asset.value(of: field)
        let text =
          if case .date(let moment) = value { asset.localText(of: moment, in: field) } else {
            value.shown
          }
        return tested.count == 1 ? text : "\(fields.name(of: field)) is \(text)"
      }
      return PredicateTestResult(
        test: test.text(fields), values: values.joined(separator: ", "), holds: test.matches(asset))
    }
  }

  private var testedFields: [Field] {
    switch self {
    case .always: []
    case .equals(let field, _), .oneOf(let field, _), .ordered(let field, _, _),
      .like(let field, _), .has(let field, _), .present(let field), .place(let field, _),
      .clock(let field, _), .cycle(let field, _):
      [field]
    case .compared(let field, _, let other): [field, other]
    case .not(let predicate): predicate.testedFields
    case .all(let predicates), .any(let predicates):
      predicates.flatMap(\.testedFields).reduce(into: []) { fields, field in
        if !fields.contains(field) { fields.append(field) }
      }
    }
  }
}

extension FieldValue {
  /// The value as shown to the user.
  package var shown: String {
    switch self {
    case .absent: "absent"
    case .flag(let flag): "\(flag)"
    case .integer(let integer): "\(integer)"
    case .number(let number): "\(number)"
    case .date(let date): date.description
    case .text(let text): "\"\(text.string)\""
    case .string(let text): "\"\(text)\""
    case .texts(let texts): "{\(texts.map { "\"\($0)\"" }.joined(separator: ", "))}"
    case .subtypes(let subtypes):
      "{\(subtypes.names.map { "\"\($0)\"" }.joined(separator: ", "))}"
    case .location(let place): "\(place.latitude), \(place.longitude)"
    case .object(let text): text.string
    }
  }
}
