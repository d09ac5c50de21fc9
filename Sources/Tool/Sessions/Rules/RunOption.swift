package import ArgumentParser
package import Pipeline

/// An option of `run`, from which its parsing, help, completions and manual page are made.
package struct RunOption: Sendable {
  /// The long name with its dashes.
  let name: String
  private let shortName: String?
  /// The description for help, manual pages and completions.
  package let help: String
  /// The name of the value in the help; nil for a flag.
  package let valueName: String?
  /// The values that a shell suggests after the option.
  package let values: Values
  /// The commands that accept the option.
  let group: Group
  let isRepeated: Bool
  /// True if the value may look like an option.
  let takesDashes: Bool
  /// True if the option is about one process's output or permissions, so that Spark can't have it.
  let isOfOneProcess: Bool
  private let set: @Sendable (inout RunRequest, String) -> Void

  /// The sets of commands that accept the same options.
  enum Group {
    /// All commands that run or explain rules.
    case run
    /// The commands that run or explain rules, and those that list records.
    case format
    /// The command `run` alone.
    case shard
    /// The commands that parse `--help` themselves, as a rule with options of its own may follow.
    case help
  }

  /// The values that a shell suggests after an option.
  package enum Values: Sendable {
    /// Files, folders or others, as the name of the value in the help says.
    case named
    case libraries
    /// The names of members of the records that the command prints.
    case members
    /// A fixed list of values, with their descriptions.
    case choices(@Sendable (Components) -> [(name: String, summary: String)])
    /// Several of the given values, separated by commas.
    indirect case list(Values)

    static func cases<Choice: CaseIterable & RawRepresentable<String> & SendableMetatype>(
      of type: Choice.Type
    ) -> Values where Choice.AllCases == [Choice] {
      .choices { _ in Choice.allCases.map { ($0.rawValue, "") } }
    }
  }

  /// Creates an option without a value.
  init(
    _ name: String, _ shortName: String? = nil, in group: Group = .run, help: String,
    isOfOneProcess: Bool = false,
    set: @escaping @Sendable (inout RunRequest, _ none: String) -> Void
  ) {
    (self.name, self.shortName) = (name, shortName)
    (self.help, valueName, values) = (help, nil, .named)
    (self.group, isRepeated, takesDashes) = (group, false, false)
    (self.isOfOneProcess, self.set) = (isOfOneProcess, set)
  }

  init(
    _ name: String, _ shortName: String? = nil, in group: Group = .run, value: String,
    help: String,
    values: Values = .named, isRepeated: Bool = false, takesDashes: Bool = false,
    isOfOneProcess: Bool = false, set: @escaping @Sendable (inout RunRequest, String) -> Void
  ) {
    (self.name, self.shortName) = (name, shortName)
    (self.help, valueName, self.values) = (help, value, values)
    (self.group, self.isRepeated, self.takesDashes) = (group, isRepeated, takesDashes)
    (self.isOfOneProcess, self.set) = (isOfOneProcess, set)
  }

  /// The names with their dashes, the long one first.
  package var names: [String] { [name] + (shortName.map { [$0] } ?? []) }

  package func isNamed(_ word: String) -> Bool { name == word || shortName == word }

  /// Sets the option in a request; `value` is empty for an option without one.
  func apply(_ value: String, to request: inout RunRequest) {
    set(&request, value)
    if isOfOneProcess { request.optionsOfOneProcess.append(name) }
  }
}

/// The options of a command, described by ``RunRequest/options``. The argument parser finds options
/// in the mirror of a type, which here has a child for each entry, so that no property repeats it.
/// All values are texts: for each kind of value, the parser would search all conformances in the
/// program when it starts.
package protocol RunOptionGroup: ParsableArguments, CustomReflectable {
  static var entries: [RunOption] { get }
  /// The request with the values of the options.
  var request: RunRequest { get set }
}

extension RunOptionGroup {
  package var customMirror: Mirror {
    Mirror(
      self,
      children: Self.entries.map { (label: RunOption.Key($0).stringValue, value: $0.declaration) })
  }

  package init(from decoder: any Decoder) throws {
    self.init()
    let values = try decoder.container(keyedBy: RunOption.Key.self)
    for entry in Self.entries {
      for value in try entry.values(in: values) { entry.apply(value, to: &request) }
    }
  }
}

extension RunOption {
  /// The key under which the argument parser stores an option's value.
  fileprivate struct Key: CodingKey {
    let stringValue: String
    var intValue: Int? { nil }

    init(_ option: RunOption) { stringValue = String(option.name.drop { $0 == "-" }) }

    init?(stringValue: String) { self.stringValue = stringValue }

    init?(intValue: Int) { nil }
  }

  /// The property wrapper with which the argument parser would declare this option.
  fileprivate var declaration: Any {
    let name = NameSpecification(
      names.map { name in
        name.hasPrefix("--")
          ? .customLong(String(name.dropFirst(2)))
          : .customShort(Character(String(name.dropFirst())))
      })
    guard let valueName else {
      return Flag(wrappedValue: false, name: name, help: ArgumentHelp(help))
    }
    let help = ArgumentHelp(help, valueName: valueName)
    if isRepeated { return Option<[String]>(wrappedValue: [], name: name, help: help) }
    return Option<String?>(
      wrappedValue: nil, name: name, parsing: takesDashes ? .unconditional : .next, help: help)
  }

  /// Returns the values that the argument parser has stored; an empty text for a flag.
  fileprivate func values(in container: KeyedDecodingContainer<Key>) throws -> [String] {
    let key = Key(self)
    if valueName == nil {
      return try container.decode(Flag<Bool>.self, forKey: key).wrappedValue ? [""] : []
    }
    if isRepeated { return try container.decode(Option<[String]>.self, forKey: key).wrappedValue }
    return try container.decode(Option<String?>.self, forKey: key).wrappedValue.map { [$0] } ?? []
  }
}
