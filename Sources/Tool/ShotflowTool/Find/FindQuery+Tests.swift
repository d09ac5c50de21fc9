internal import LuaBridge
internal import Pipeline
internal import Sessions
internal import Terminal

/// The filters that the options about fields mean.
extension FindQuery {
  /// Returns the tests of the rule's filters: a table names a field once, so further options about
  /// the same field are in filters behind it.
  func tests(
    _ surroundings: FindSurroundings
  ) throws(UsageProblem) -> [[ArgumentMember]] {
    var filters: [[ArgumentMember]] = [[]]
    func add(_ member: ArgumentMember) {
      let place = filters.firstIndex { !$0.contains { $0.name == member.name } }
      if let place { filters[place].append(member) } else { filters.append([member]) }
    }
    var excluded: [ArgumentValue] = []
    var groups = Array(repeating: [ArgumentValue](), count: groupCount)
    for option in options {
      let values = try values(of: option, surroundings)
      func member(_ values: [FindValue]) -> ArgumentMember? {
        values.isEmpty ? nil : ArgumentMember(option.field.name, Self.oneOf(values))
      }
      let wanted = member(values.filter { !$0.isExcluded })
      let others = member(values.filter(\.isExcluded)).map { ArgumentValue.table([$0]) }
      if let group = option.group {
        let none = others.map { ArgumentMember("none", .list([$0])) }
        groups[group - 1].append(.table([wanted, none].compactMap(\.self)))
      } else {
        if let wanted { add(wanted) }
        if let others { excluded.append(others) }
      }
    }
    for alternatives in groups { add(ArgumentMember("any", .list(alternatives))) }
    if !excluded.isEmpty { filters[0].append(ArgumentMember("none", .list(excluded))) }
    filters[filters.endIndex - 1] += compared
    return filters.filter { !$0.isEmpty }
  }

  private func values(
    of option: FieldOption, _ surroundings: FindSurroundings
  ) throws(UsageProblem) -> [FindValue] {
    switch option.flag.meaning {
    case .test(let word, let field):
      return try option.texts.map { (text) throws(UsageProblem) in
        let named = word == "near" ? try NamedPlace.near(text, among: surroundings.places) : nil
        return FindValue(named ?? FindValue.call(word, text, of: field.type))
      }
    case .folder:
      var values: [FindValue] = []
      for text in option.texts {
        let isExcluded = text.hasPrefix("!")
        let name = isExcluded ? String(text.dropFirst()) : text
        values += try surroundings.patterns(ofFolder: name, isExcluded: isExcluded).map {
          pattern in
          let like = TestCall(name: "like", arguments: [.text(pattern)], line: 0)
          return FindValue(.test(like), isExcluded: isExcluded)
        }
      }
      return values
    case .field, .value, .shape, .source, .filter, .libraries: break
    }
    var values: [FindValue] = []
    for text in option.texts {
      // Listed values have no comma, so it can't be part of one.
      let parts =
        option.field.knownTexts == nil ? [text] : text.split(separator: ",").map(String.init)
      for part in parts {
        values.append(
          FindValue(part, for: option.field, isCaseSensitive: isCaseSensitive, key: key))
      }
    }
    return values
  }

  private static func oneOf(_ values: [FindValue]) -> ArgumentValue {
    values.count == 1 ? values[0].argument : .list(values.map(\.argument))
  }
}

extension FindValue {
  fileprivate init(_ argument: ArgumentValue, isExcluded: Bool = false) {
    (self.argument, self.isExcluded) = (argument, isExcluded)
  }
}
