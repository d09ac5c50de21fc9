internal import LuaBridge
internal import Pipeline

extension RuleTestFile {
  /// The assets of all tests, as values of fields; members that are no standard field are left out.
  var samples: [[Field: FieldValue]] {
    cases.flatMap { test -> [[Field: FieldValue]] in
      guard case .assets(let assets) = test.input else { return [] }
      return assets.compactMap { asset in
        guard case .table(let members) = asset else { return nil }
        return members.reduce(into: [:]) { values, member in
          guard let field = Field.allCases.first(where: { $0.name == member.name }) else { return }
          values[field] = member.value.value(as: FieldTable().type(of: field))
        }
      }
    }
  }
}

extension ArgumentValue {
  /// Returns the argument as a value of a field; nil unless it has the field's type.
  fileprivate func value(as type: FieldType) -> FieldValue? {
    switch (type, self) {
    case (.flag, .flag(let flag)): .flag(flag)
    case (.integer, .integer(let number)): .integer(number)
    case (.number, .integer(let number)): .number(Double(number))
    case (.number, .number(let number)): .number(number)
    case (.text, .text(let text)): .string(text)
    case (.date, .text(let text)): Instant(text).map { .date($0) }
    case (.texts, _): texts.map { .texts($0) }
    default: nil
    }
  }
}
