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
    filters[filters.endIndex - 1] += try compared(in: surroundings)
    return filters.filter { !$0.isEmpty }
  }

  /// Returns the options that name libraries to compare with, by the paths of folders in those that
  /// are searched.
  func compared(in surroundings: FindSurroundings) throws(UsageProblem) -> [ArgumentMember] {
    var members: [ArgumentMember] = []
    for member in compared {
      var places: [String] = []
      for name in member.value.texts ?? [] { places += try surroundings.places(ofLibrary: name) }
      let value: ArgumentValue =
        places.count == 1 ? .text(places[0]) : .list(places.map(ArgumentValue.text))
      members.append(ArgumentMember(member.name, value))
    }
    return members
  }

  private func values(
    of option: FieldOption, _ surroundings: FindSurroundings
  ) throws(UsageProblem) -> [FindValue] {
    switch option.flag.meaning {
    case .test(let word, let field):
      return try option.texts.map { (text) throws(UsageProblem) in
        let named = word == "near" ? try NamedPlace.near(text, among: surroundings.places) : nil
        let value = FindValue(named ?? FindValue.call(word, text, of: field.type))
        if word == "before" || word == "after" {
          try checkDate(in: value, text, of: option, "2024-12-31 or 2024-12")
        }
        return value
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
        let value = FindValue(
          part, for: option.field, isCaseSensitive: isCaseSensitive, key: key)
        if option.field.type == .date {
          try checkDate(
            in: value, part, of: option,
            "2024-12-31, 2024-12 or 7d, or a range such as 2024-12-24..2024-12-31")
        }
        values.append(value)
      }
    }
    return values
  }

  /// Throws ``UsageProblem`` if a value has another text in place of a date or of a field of dates.
  private func checkDate(
    in value: FindValue, _ text: String, of option: FieldOption, _ examples: String
  ) throws(UsageProblem) {
    let fields = flags.compactMap {
      if case .field(let field) = $0.meaning, field.type == .date { field.name } else { nil }
    }
    if value.dateTexts.allSatisfy({ WrittenDate($0) != nil || fields.contains($0) }) { return }
    throw UsageProblem("--\(option.flag.name) takes a date such as \(examples), not \"\(text)\"")
  }

  private static func oneOf(_ values: [FindValue]) -> ArgumentValue {
    values.count == 1 ? values[0].argument : .list(values.map(\.argument))
  }
}

extension FindValue {
  /// The texts of the value that are dates or names of fields.
  fileprivate var dateTexts: [String] {
    let values: [ArgumentValue] =
      switch argument {
      case .test(let call): ["month", "within"].contains(call.name) ? [] : call.arguments
      default: [argument]
      }
    return values.compactMap { value in
      if case .text(let text) = value, text != "today", text != "yesterday" { text } else { nil }
    }
  }

  fileprivate init(_ argument: ArgumentValue, isExcluded: Bool = false) {
    (self.argument, self.isExcluded) = (argument, isExcluded)
  }
}
