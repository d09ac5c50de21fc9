package import Platform

extension SortValue {
  /// Reads a value of JSON; null, a list and an object are absent.
  package init(_ element: JSONElement) {
    if let flag = element.flag {
      self = .flag(flag)
    } else if let integer = element.whole {
      self = .integer(integer)
    } else if let number = element.number {
      self = .number(number)
    } else {
      self = element.string.map(SortValue.text) ?? .absent
    }
  }
}

extension ByteBuffer {
  /// Appends a value as JSON; null for an absent one.
  package mutating func append(_ value: SortValue) {
    switch value {
    case .absent: append("null")
    case .flag(let flag): append(flag)
    case .integer(let integer): append(integer)
    case .number(let number): append(number)
    case .text(let text): append(string: text)
    }
  }
}
