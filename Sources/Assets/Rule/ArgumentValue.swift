/// A value of a rule, free of the language that the rule was written in.
public indirect enum ArgumentValue: Sendable, Hashable {
  case flag(Bool)
  case integer(Int64)
  case number(Double)
  case text(String)
  case list([ArgumentValue])
  /// Named values, sorted by name, so that nothing depends on the order of a hash table.
  case table([ArgumentMember])
  /// A test of a value, such as `within("30s")`.
  case test(TestCall)
  /// A function of the rule.
  case function(FunctionReference)
  /// A stage inside another value; only the pipeline's own list may hold one.
  case stage(StageCall)

  /// How messages name the kind of value.
  package var kind: String {
    switch self {
    case .flag: "a boolean"
    case .integer, .number: "a number"
    case .text: "a text"
    case .list: "a list"
    case .table: "a table"
    case .test(let call): "\(call.name)(…)"
    case .function: "a function"
    case .stage(let call): "a \(call.name) stage"
    }
  }
}

extension ArgumentValue {
  /// The names in all tables of it.
  package var memberNames: [String] {
    switch self {
    case .list(let values): values.flatMap(\.memberNames)
    case .table(let members): members.flatMap { [$0.name] + $0.value.memberNames }
    case .stage(let call): call.arguments.flatMap(\.memberNames)
    case .flag, .integer, .number, .text, .test, .function: []
    }
  }

  /// A text or a list of texts, as a list.
  package var texts: [String]? {
    switch self {
    case .text(let text): return [text]
    case .list(let values):
      var texts: [String] = []
      for value in values {
        guard case .text(let text) = value else { return nil }
        texts.append(text)
      }
      return texts
    default: return nil
    }
  }

  /// A whole number, 0 or more.
  package var count: Int? {
    switch self {
    case .integer(let number) where number >= 0: Int(exactly: number)
    case .number(let number) where number >= 0: Int(exactly: number)
    default: nil
    }
  }

  /// A number, be it whole or not.
  package var number: Double? {
    switch self {
    case .integer(let number): Double(number)
    case .number(let number): number
    default: nil
    }
  }

  /// The value as messages quote it.
  package var quoted: String {
    switch self {
    case .text(let text): "\"\(text)\""
    case .integer(let number): "\(number)"
    case .number(let number): "\(number)"
    case .flag(let flag): "\(flag)"
    default: kind
    }
  }
}
