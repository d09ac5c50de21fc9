/// A field's value as something that has an order.
enum SortValue: Comparable {
  case absent
  case number(Double)
  case integer(Int64)
  case text(String)

  init(_ value: FieldValue) {
    switch value {
    case .absent, .location, .object: self = .absent
    case .flag(let flag): self = .integer(flag ? 1 : 0)
    case .integer(let integer): self = .integer(integer)
    case .number(let number): self = .number(number)
    case .date(let date): self = .integer(date.milliseconds)
    case .text(let text): self = .text(text.string)
    case .string(let string): self = .text(string)
    case .texts(let texts): self = texts.first.map(SortValue.text) ?? .absent
    case .subtypes(let subtypes): self = subtypes.names.first.map(SortValue.text) ?? .absent
    }
  }
}
