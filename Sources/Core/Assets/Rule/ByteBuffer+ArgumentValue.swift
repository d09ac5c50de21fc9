package import Platform

extension ByteBuffer {
  /// Appends a value of a rule as JSON, a test as `{"like":"*.png"}`; null for a function or a stage.
  package mutating func append(_ value: ArgumentValue) {
    switch value {
    case .flag(let flag): append(flag)
    case .integer(let number): append(number)
    case .number(let number): append(number)
    case .text(let text): append(string: text)
    case .list(let values):
      append("[")
      for value in values {
        separate(after: "[")
        append(value)
      }
      append("]")
    case .table(let members):
      append("{")
      for member in members {
        separate(after: "{")
        append(string: member.name)
        append(":")
        append(member.value)
      }
      append("}")
    case .test(let call):
      let argument = call.arguments.count > 1 ? .list(call.arguments) : call.arguments.first
      append(.table([ArgumentMember(call.name, argument ?? .flag(true))]))
    case .function, .stage: append("null")
    }
  }
}
