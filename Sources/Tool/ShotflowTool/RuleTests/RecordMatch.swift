internal import Pipeline
internal import Platform
internal import Sessions

/// A comparison of records with those that a test expects.
enum RecordMatch {
  /// Returns a text for each difference of printed lines from expected records; empty for a match.
  static func problems(
    in lines: [String], _ expected: [ArgumentValue]
  ) -> [String] {
    var problems: [String] = []
    if lines.count != expected.count {
      problems.append("\(count(expected.count)) expected, \(lines.count) came")
    }
    for (place, pair) in zip(lines, expected).enumerated() {
      guard case .table(let members) = pair.1 else { continue }
      problems += difference(pair.0, members).map { "record \(place + 1): \($0)" }
    }
    for line in lines.dropFirst(expected.count).prefix(3) {
      problems.append("not expected: \(line)")
    }
    return problems
  }

  static func count(_ number: Int) -> String {
    number == 0 ? "nothing" : number == 1 ? "1 record" : "\(number) records"
  }

  private static func difference(_ line: String, _ members: [ArgumentMember]) -> [String] {
    withElement(line) { element in
      guard let element else { return ["is no JSON: \(line)"] }
      return members.compactMap { member in
        guard let value = element.member(member.name) else { return "has no \(member.name)" }
        return matches(value, member.value)
          ? nil
          : "\(member.name) is \(text(of: value)), not \(LuaText.text(member.value))"
      }
    }
  }

  private static func text(of element: JSONElement) -> String {
    element.string.map { "\"\($0)\"" } ?? String(decoding: element.bytes, as: UTF8.self)
  }

  private static func withElement<Result>(
    _ line: String, _ body: (JSONElement?) -> Result
  ) -> Result {
    var line = line
    return line.withUTF8 { text in
      body(try? JSONElement(checking: UnsafeRawBufferPointer(text), deepest: 64))
    }
  }

  private static func matches(_ element: JSONElement, _ value: ArgumentValue) -> Bool {
    switch value {
    case .flag(let flag): return element.flag == flag
    case .integer(let number): return element.whole == number || element.number == Double(number)
    case .number(let number): return element.number == number
    case .text(let text): return element.string == text
    case .list(let values):
      let elements = Array(element.elements)
      return element.kind == .list && elements.count == values.count
        && zip(elements, values).allSatisfy { matches($0, $1) }
    case .table(let members):
      return members.allSatisfy { member in
        element.member(member.name).map { matches($0, member.value) } ?? false
      }
    case .test, .function, .stage: return false
    }
  }
}

extension JSONElement {
  fileprivate func member(_ name: String) -> JSONElement? {
    members.first { $0.name.string == name }?.value
  }
}
