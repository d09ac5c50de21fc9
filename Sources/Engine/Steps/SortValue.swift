/// A field's value as something that has an order.
///
/// Where values of one field have several types, booleans come first, false before true, then numbers
/// by their size, then texts; a list is ordered by its first text.
enum SortValue: Comparable {
  case absent
  case flag(Bool)
  case integer(Int64)
  /// A number that no integer is.
  case number(Double)
  case text(String)

  init(_ value: FieldValue) {
    switch value {
    case .absent, .location, .object: self = .absent
    case .flag(let flag): self = .flag(flag)
    case .integer(let integer): self = .integer(integer)
    case .number(let number):
      self = Int64(exactly: number).map(SortValue.integer) ?? .number(number)
    case .date(let date): self = .integer(date.milliseconds)
    case .text(let text): self = .text(text.string)
    case .string(let string): self = .text(string)
    case .texts(let texts): self = texts.first.map(SortValue.text) ?? .absent
    case .subtypes(let subtypes): self = subtypes.names.first.map(SortValue.text) ?? .absent
    }
  }

  static func < (left: SortValue, right: SortValue) -> Bool {
    switch (left, right) {
    case (.integer(let left), .integer(let right)): left < right
    case (.text(let left), .text(let right)): left < right
    case (.number(let left), .number(let right)): left < right
    case (.number(let left), .integer(let right)): left < Double(right)
    case (.integer(let left), .number(let right)): Double(left) < right
    case (.flag(let left), .flag(let right)): !left && right
    default: left.rank < right.rank
    }
  }

  /// The place of its type among the types.
  private var rank: Int {
    switch self {
    case .absent: 0
    case .flag: 1
    case .integer, .number: 2
    case .text: 3
    }
  }
}
