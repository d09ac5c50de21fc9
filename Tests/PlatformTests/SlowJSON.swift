/// RFC 8259 written down once more, character by character: an oracle that no one has to be fast for.
indirect enum SlowJSON: Equatable {
  case word(String)
  case number(String)
  case text(String)
  case list([SlowJSON])
  case object([Member])

  struct Member: Equatable {
    let name: String
    let value: SlowJSON
  }

  /// Nil when the text is not JSON.
  init?(_ text: String) {
    var rest = Substring.UnicodeScalarView(text.unicodeScalars)
    guard let value = Self.value(&rest), rest.isEmpty else { return nil }
    self = value
  }

  /// Parses `ws value ws`.
  private static func value(_ rest: inout Substring.UnicodeScalarView) -> SlowJSON? {
    skipSpace(&rest)
    defer { skipSpace(&rest) }
    switch rest.first {
    case "{":
      guard
        let members = items(
          &rest, "}",
          { rest in
            skipSpace(&rest)
            guard let name = string(&rest) else { return Member?.none }
            skipSpace(&rest)
            guard take(":", &rest), let value = value(&rest) else { return nil }
            return Member(name: name, value: value)
          })
      else { return nil }
      return .object(members)
    case "[": return items(&rest, "]", value).map(SlowJSON.list)
    case "\"": return string(&rest).map(SlowJSON.text)
    default:
      let token = String(
        String.UnicodeScalarView(rest.prefix { !" \t\r\n,:]}".unicodeScalars.contains($0) }))
      rest.removeFirst(token.unicodeScalars.count)
      if ["true", "false", "null"].contains(token) { return .word(token) }
      let isNumber = token.wholeMatch(of: /-?(0|[1-9][0-9]*)(\.[0-9]+)?([eE][+\-]?[0-9]+)?/) != nil
      return isNumber ? .number(token) : nil
    }
  }

  private static func items<Item>(
    _ rest: inout Substring.UnicodeScalarView, _ end: Unicode.Scalar,
    _ item: (inout Substring.UnicodeScalarView) -> Item?
  ) -> [Item]? {
    rest.removeFirst()
    skipSpace(&rest)
    var items: [Item] = []
    if take(end, &rest) { return items }
    repeat {
      guard let next = item(&rest) else { return nil }
      items.append(next)
    } while take(",", &rest)
    return take(end, &rest) ? items : nil
  }

  private static func string(_ rest: inout Substring.UnicodeScalarView) -> String? {
    guard take("\"", &rest) else { return nil }
    var units: [UInt16] = []
    while let scalar = rest.popFirst() {
      if scalar == "\"" { return String(decoding: units, as: UTF16.self) }
      guard scalar.value >= 0x20 else { return nil }
      guard scalar == "\\" else {
        units += Array(String(scalar).utf16)
        continue
      }
      guard let letter = rest.popFirst() else { return nil }
      if letter == "u" {
        let digits = String(String.UnicodeScalarView(rest.prefix(4)))
        guard digits.wholeMatch(of: /[0-9a-fA-F]{4}/) != nil, let unit = UInt16(digits, radix: 16)
        else { return nil }
        units.append(unit)
        rest.removeFirst(4)
      } else {
        let letters: [Unicode.Scalar: UInt16] = [
          "\"": 34, "\\": 92, "/": 47, "b": 8, "f": 12, "n": 10, "r": 13, "t": 9,
        ]
        guard let unit = letters[letter] else { return nil }
        units.append(unit)
      }
    }
    return nil
  }

  private static func take(
    _ scalar: Unicode.Scalar, _ rest: inout Substring.UnicodeScalarView
  ) -> Bool {
    guard rest.first == scalar else { return false }
    rest.removeFirst()
    return true
  }

  private static func skipSpace(_ rest: inout Substring.UnicodeScalarView) {
    rest = rest.drop { " \t\r\n".unicodeScalars.contains($0) }
  }
}
