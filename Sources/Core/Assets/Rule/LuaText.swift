/// The writing of values as Lua source.
package enum LuaText {
  private static let longestLine = 100

  /// Returns a stage with its options, on one line if that has at most 100 characters.
  package static func table(_ members: [ArgumentMember], of stage: String) -> String {
    let parts = members.map { "\($0.name) = \(text($0.value))" }
    let line = "  \(stage) {\(parts.isEmpty ? "" : " \(parts.joined(separator: ", ")) ")},"
    if line.count <= longestLine { return line }
    return "  \(stage) {\n" + parts.map { "    \($0),\n" }.joined() + "  },"
  }

  package static func text(_ value: ArgumentValue) -> String {
    switch value {
    case .flag(let flag): "\(flag)"
    case .integer(let number): "\(number)"
    case .number(let number): "\(number)"
    case .text(let text): quoted(text)
    case .list(let values): "{ \(values.map(text).joined(separator: ", ")) }"
    case .table(let members):
      "{ \(members.map { "\($0.name) = \(text($0.value))" }.joined(separator: ", ")) }"
    case .test(let call) where call.arguments.isEmpty: call.name
    case .test(let call): "\(call.name)(\(call.arguments.map(text).joined(separator: ", ")))"
    case .function, .stage: preconditionFailure("only data is written")
    }
  }

  /// Returns a text as a quoted Lua string, on one line.
  package static func quoted(_ text: String) -> String {
    var result = "\""
    for scalar in text.unicodeScalars {
      switch scalar {
      case "\"", "\\": result += "\\\(scalar)"
      case "\n": result += "\\n"
      case "\t": result += "\\t"
      case _ where scalar.value < 0x20 || scalar.value == 0x7F:
        let digits = "\(scalar.value)"
        result += "\\" + String(repeating: "0", count: 3 - digits.count) + digits
      default: result.unicodeScalars.append(scalar)
      }
    }
    return result + "\""
  }
}
