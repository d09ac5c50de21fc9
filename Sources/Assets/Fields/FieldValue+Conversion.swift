extension FieldValue {
  /// What a function of a rule returned, as a value of a field's type; absent where it is of another.
  package func converted(to type: FieldType) -> FieldValue {
    switch (type, self) {
    case (.value, _), (.flag, .flag), (.integer, .integer), (.number, .number), (.text, .string),
      (.texts, .texts):
      self
    case (.number, .integer(let whole)): .number(Double(whole))
    case (.integer, .number(let number)): Int64(exactly: number).map(FieldValue.integer) ?? .absent
    case (.date, .integer(let seconds)): Self.date(seconds: Double(seconds))
    case (.date, .number(let seconds)): Self.date(seconds: seconds)
    default: .absent
    }
  }

  private static func date(seconds: Double) -> FieldValue {
    Int64(exactly: (seconds * 1000).rounded()).map { .date(Instant(milliseconds: $0)) } ?? .absent
  }
}
