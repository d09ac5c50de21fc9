extension StageArguments {
  package mutating func flag(_ name: String) -> Bool? {
    guard let value = take(name) else { return nil }
    if case .flag(let flag) = value { return flag }
    noteWrongType(name, value)
    return nil
  }

  package mutating func text(_ name: String) -> String? {
    guard let value = take(name) else { return nil }
    if case .text(let text) = value { return text }
    noteWrongType(name, value)
    return nil
  }

  /// A whole number, 0 or more.
  package mutating func integer(_ name: String) -> Int? {
    guard let value = take(name) else { return nil }
    if let count = value.count { return count }
    noteWrongType(name, value)
    return nil
  }

  /// A duration in milliseconds.
  package mutating func duration(_ name: String) -> Int64? {
    guard let value = take(name) else { return nil }
    if let duration = Duration(argument: value) { return duration.wholeMilliseconds }
    noteWrongType(name, value)
    return nil
  }

  package mutating func texts(_ name: String) -> [String]? {
    guard let value = take(name) else { return nil }
    if let texts = value.texts { return texts }
    noteWrongType(name, value)
    return nil
  }

  /// A picture's size.
  package mutating func size(_ name: String) -> SizeArgument? {
    guard let value = take(name) else { return nil }
    if let size = SizeArgument(value) { return size }
    noteWrongType(name, value)
    return nil
  }

  package mutating func choice(_ name: String, among choices: [String]) -> String? {
    guard let value = take(name) else { return nil }
    guard case .text(let text) = value else {
      noteWrongType(name, value)
      return nil
    }
    if choices.contains(text) { return text }
    let names = choices.map { "\"\($0)\"" }
    let all = names.dropLast().joined(separator: ", ") + " or " + (names.last ?? "")
    note(
      "\(name) takes \(all), not \"\(text)\"", token: text,
      suggestion: NearestName.of(text, among: choices))
    return nil
  }
}
