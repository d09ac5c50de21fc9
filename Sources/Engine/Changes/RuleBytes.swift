/// Values of a rule as bytes: equal for equal values, and different for different ones.
struct RuleBytes {
  private(set) var bytes: [UInt8] = []
  private(set) var hasFunctions = false

  mutating func write(_ value: ArgumentValue) {
    switch value {
    case .flag(let flag): write("b\(flag)")
    case .integer(let number): write("i\(number)")
    case .number(let number): write("n\(number)")
    case .text(let text): write("t" + text)
    case .list(let values):
      write("l\(values.count)")
      for value in values { write(value) }
    case .table(let members):
      write("m\(members.count)")
      for member in members {
        write(member.name)
        write(member.value)
      }
    case .test(let call):
      write("c" + call.name)
      write(.list(call.arguments))
    case .function(let function):
      hasFunctions = true
      write("f\(function.index)")
    case .stage(let call):
      write("s" + call.name)
      write(.list(call.arguments))
    }
  }

  private mutating func write(_ text: String) {
    bytes += Array("\(text.utf8.count):".utf8)
    bytes += Array(text.utf8)
  }
}
