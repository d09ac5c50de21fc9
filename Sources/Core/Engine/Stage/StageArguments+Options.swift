package import Decoding

extension StageArguments {
  // Each type of option is read as an optional, which is nil if the rule sets none or an invalid
  // one, which is noted. If the option's description has a default, it can be read as a value.

  /// Returns true or false; nil if the rule sets no valid value.
  public mutating func flag(_ name: String) -> Bool? {
    guard let value = take(name) else { return nil }
    if case .flag(let flag) = value { return flag }
    noteWrongType(name, value)
    return nil
  }

  /// Returns a text; nil if the rule sets no valid value.
  public mutating func text(_ name: String) -> String? {
    guard let value = take(name) else { return nil }
    if case .text(let text) = value { return text }
    noteWrongType(name, value)
    return nil
  }

  /// Returns a whole number, 0 or more; nil if the rule sets no valid value.
  public mutating func integer(_ name: String) -> Int? {
    guard let value = take(name) else { return nil }
    if let count = value.count { return count }
    noteWrongType(name, value)
    return nil
  }

  /// Returns a number; nil if the rule sets no valid value.
  public mutating func number(_ name: String) -> Double? {
    guard let value = take(name) else { return nil }
    if let number = value.number { return number }
    noteWrongType(name, value)
    return nil
  }

  /// Returns a duration in milliseconds; nil if the rule sets no valid value.
  public mutating func duration(_ name: String) -> Int64? {
    guard let value = take(name) else { return nil }
    if let duration = Duration(argument: value) { return duration.wholeMilliseconds }
    noteWrongType(name, value)
    return nil
  }

  /// Returns a list of texts; nil if the rule sets no valid value.
  public mutating func texts(_ name: String) -> [String]? {
    guard let value = take(name) else { return nil }
    if let texts = value.texts { return texts }
    noteWrongType(name, value)
    return nil
  }

  /// Returns names, each with a text, sorted by name; nil if the rule sets no valid value.
  package mutating func namedTexts(_ name: String) -> [(name: String, text: String)]? {
    guard let value = take(name) else { return nil }
    // An empty table of Lua is an empty list, too.
    if case .list(let values) = value, values.isEmpty { return [] }
    guard case .table(let members) = value else {
      noteWrongType(name, value)
      return nil
    }
    var texts: [(name: String, text: String)] = []
    for member in members.sorted(by: { $0.name < $1.name }) {
      guard case .text(let text) = member.value else {
        note(
          "in \(name), \"\(member.name)\" is a text, not \(member.value.quoted)", token: member.name
        )
        return nil
      }
      texts.append((member.name, text))
    }
    return texts
  }

  /// Adds the fields that an option declares.
  ///
  /// - Returns: The names of the fields; empty if the rule sets no valid value.
  package mutating func addFields(_ name: String) -> [String] {
    switch take(name) {
    case nil: break
    case .list(let values) where values.isEmpty: break
    case .table(let members):
      for member in members { declare(member) }
      return members.map(\.name)
    case .some(let value): noteWrongType(name, value)
    }
    return []
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
      // The field is added all the same, so that its tests are not reported as mistakes as well.
      _ = add(AddedField(member.name, .value, ""))
      return
    }
    _ = add(AddedField(member.name, type, "declared by the rule"))
  }

  /// Returns the size of a picture; nil if the rule sets no valid value.
  package mutating func size(_ name: String) -> SizeArgument? {
    guard let value = take(name) else { return nil }
    if let size = SizeArgument(value) { return size }
    noteWrongType(name, value)
    return nil
  }

  /// Returns one of several texts; nil if the rule sets no valid value.
  public mutating func choice(_ name: String, among choices: [String]) -> String? {
    guard let value = take(name) else { return nil }
    return choice(name, value, among: choices)
  }

  /// Returns one of several texts, or a function of the rule or of a plugin that returns a key; nil
  /// if the rule sets no valid value.
  package mutating func choiceOrFunction(
    _ name: String, among choices: [String]
  ) -> ChoiceOrFunction? {
    guard let value = take(name) else { return nil }
    switch value {
    case .function, .stage:
      return function(value, of: name, giving: .key).map(ChoiceOrFunction.function)
    default: break
    }
    return choice(name, value, among: choices).map(ChoiceOrFunction.choice)
  }

  private mutating func choice(
    _ name: String, _ value: ArgumentValue, among choices: [String]
  ) -> String? {
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

extension StageArguments {
  /// Returns true or false; the default if the rule sets no valid value.
  @_disfavoredOverload
  public mutating func flag(_ name: String) -> Bool {
    flag(name) ?? (fallback(name) == .flag(true))
  }

  /// Returns a whole number; the default if the rule sets no valid value.
  @_disfavoredOverload
  public mutating func integer(_ name: String) -> Int {
    integer(name) ?? fallback(name).count ?? 0
  }

  /// Returns a number; the default if the rule sets no valid value.
  @_disfavoredOverload
  public mutating func number(_ name: String) -> Double {
    number(name) ?? fallback(name).number ?? 0
  }

  /// Returns a text; the default if the rule sets no valid value.
  @_disfavoredOverload
  public mutating func text(_ name: String) -> String {
    text(name) ?? fallback(name).texts?.first ?? ""
  }

  /// Returns a list of texts; the default if the rule sets no valid value.
  @_disfavoredOverload
  public mutating func texts(_ name: String) -> [String] {
    texts(name) ?? fallback(name).texts ?? []
  }

  /// Returns a duration in milliseconds; the default if the rule sets no valid value.
  @_disfavoredOverload
  public mutating func duration(_ name: String) -> Int64 {
    duration(name) ?? Duration(argument: fallback(name))?.wholeMilliseconds ?? 0
  }

  /// Returns one of several texts; the default if the rule sets no valid value.
  @_disfavoredOverload
  public mutating func choice(_ name: String, among choices: [String]) -> String {
    choice(name, among: choices) ?? fallback(name).texts?.first ?? ""
  }
}

/// The value of an option that takes one of several texts, or a function.
package enum ChoiceOrFunction: Sendable {
  case choice(String)
  case function(BoundFunction)
}

/// The size of a picture, as a rule writes it.
package enum SizeArgument: Hashable, Sendable {
  /// All pixels; `PHImageManagerMaximumSize`.
  case maximum
  case pixels(PictureSize)

  private static let longestSide = 16_384

  /// Parses a size; returns nil if the value is not one.
  package init?(_ value: ArgumentValue) {
    switch value {
    case .text("maximum"): self = .maximum
    case .list(let sides) where sides.count == 2:
      guard let width = Self.side(sides[0]), let height = Self.side(sides[1]) else { return nil }
      self = .pixels(PictureSize(width: width, height: height))
    default: return nil
    }
  }

  private static func side(_ value: ArgumentValue) -> Int32? {
    let number: Int? =
      switch value {
      case .integer(let number): Int(exactly: number)
      case .number(let number): Int(exactly: number)
      default: nil
      }
    guard let number, (1...longestSide).contains(number) else { return nil }
    return Int32(number)
  }
}
