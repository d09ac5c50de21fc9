/// Whether an asset passes a test, and the values that decide it; for `why`.
package struct TestFinding: Hashable, Sendable {
  /// The test as the user reads it.
  package let test: String
  /// The values of the fields that it looks at.
  package let values: String
  package let holds: Bool
}

extension Predicate {
  /// What becomes of each of the tests that all have to hold, in the order in which they are done.
  ///
  /// - Parameter fields: what added fields are called.
  package func findings(on asset: Asset, _ fields: FieldTable) -> [TestFinding] {
    conjuncts.map { test in
      let tested = test.testedFields
      let values = tested.map { field in
        let text = asset.value(of: field).shown
        return tested.count == 1 ? text : "\(fields.name(of: field)) is \(text)"
      }
      return TestFinding(
        test: test.text(fields), values: values.joined(separator: ", "), holds: test.matches(asset))
    }
  }

  /// The fields that the test names, each once, in order.
  private var testedFields: [Field] {
    switch self {
    case .always: []
    case .equals(let field, _), .oneOf(let field, _), .ordered(let field, _, _),
      .like(let field, _), .has(let field, _), .present(let field), .place(let field, _),
      .clock(let field, _):
      [field]
    case .not(let predicate): predicate.testedFields
    case .all(let predicates), .any(let predicates):
      predicates.flatMap(\.testedFields).reduce(into: []) { fields, field in
        if !fields.contains(field) { fields.append(field) }
      }
    }
  }
}

extension FieldValue {
  /// The value as the user reads it.
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
