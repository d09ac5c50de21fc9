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

  /// Adds the fields that an option declares.
  package mutating func addFields(_ name: String) {
    switch take(name) {
    case nil: break
    case .list(let values) where values.isEmpty: break
    case .table(let members): for member in members { declare(member) }
    case .some(let value): noteWrongType(name, value)
    }
  }

  private mutating func declare(_ member: ArgumentMember) {
    let names = AddedField.declarableTypes.map(\.rawValue)
    guard case .text(let text) = member.value, let type = FieldType(rawValue: text),
      AddedField.declarableTypes.contains(type)
    else {
      let types = names.map { "\"\($0)\"" }.joined(separator: ", ")
      var (token, nearest) = (member.name, String?.none)
      if case .text(let text) = member.value {
        (token, nearest) = (text, NearestName.of(text, among: names))
      }
      note(
        "the field \"\(member.name)\" is of one of the types \(types), not \(member.value.quoted)",
        token: token, suggestion: nearest)
      // Known all the same, so that tests of it are no mistakes as well.
      _ = add(AddedField(member.name, .value, ""))
      return
    }
    _ = add(AddedField(member.name, type, "declared by the rule"))
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
