internal import CLuaShim
internal import Engine

/// The value of a rule's option.
public enum RuleOptionValue: Sendable, Hashable {
  /// A duration in milliseconds; the rule gets seconds.
  case duration(Int64)
  case integer(Int64)
  case number(Double)
  case text(String)
  case boolean(Bool)
  case list([String])

  /// The value as the user would give it on the command line.
  public var text: String {
    switch self {
    case .duration(let milliseconds): Self.text(ofMilliseconds: milliseconds)
    case .integer(let number): "\(number)"
    case .number(let number): "\(number)"
    case .text(let text): text
    case .boolean(let flag): flag ? "true" : "false"
    case .list(let texts): texts.joined(separator: ",")
    }
  }

  /// Returns the value as C's struct for Lua; `arena` holds its texts.
  func plain(in arena: inout TextArena) -> shotlua_value {
    var value = shotlua_value()
    switch self {
    case .duration(let milliseconds) where milliseconds % 1000 == 0:
      value.kind = .integer
      value.integer = milliseconds / 1000
    case .duration(let milliseconds):
      value.kind = .number
      value.number = Double(milliseconds) / 1000
    case .integer(let number):
      value.kind = .integer
      value.integer = number
    case .number(let number):
      value.kind = .number
      value.number = number
    case .text(let text):
      value.kind = .text
      value.text = arena.copy(text)
    case .boolean(let flag):
      value.kind = .flag
      value.flag = flag
    case .list(let texts):
      value.kind = .texts
      var copies: [shotlua_text] = []
      for text in texts { copies.append(arena.copy(text)) }
      value.texts = arena.copy(copies)
      value.count = texts.count
    }
    return value
  }

  /// Returns a duration in its common form: 90,000 is `1m30s`.
  private static func text(ofMilliseconds milliseconds: Int64) -> String {
    let units: [(name: String, size: Int64)] = [
      ("w", 604_800_000), ("d", 86_400_000), ("h", 3_600_000), ("m", 60_000), ("s", 1000),
      ("ms", 1),
    ]
    var rest = milliseconds
    var text = ""
    for unit in units {
      if rest / unit.size > 0 { text += "\(rest / unit.size)\(unit.name)" }
      rest %= unit.size
    }
    return text.isEmpty ? "0s" : text
  }
}

extension ArgumentValue {
  /// Converts the value for C as ``RuleOptionValue/plain(in:)`` does; absent for other types.
  func plain(in arena: inout TextArena) -> shotlua_value {
    switch self {
    case .flag(let flag): RuleOptionValue.boolean(flag).plain(in: &arena)
    case .integer(let number): RuleOptionValue.integer(number).plain(in: &arena)
    case .number(let number): RuleOptionValue.number(number).plain(in: &arena)
    case .text(let text): RuleOptionValue.text(text).plain(in: &arena)
    case .list: RuleOptionValue.list(texts ?? []).plain(in: &arena)
    case .table, .test, .function, .stage: shotlua_value()
    }
  }
}
