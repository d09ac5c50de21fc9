internal import Pipeline

/// The place of a value, which any thread may use.
package typealias SendablePath<Whole, Part> = any WritableKeyPath<Whole, Part> & Sendable

/// An input of a command, and what it sets in the values of the command line.
package struct CommandEntry<Target>: Sendable {
  package var input: CommandInput
  /// Takes a value; an empty text for a flag without one.
  let set: @Sendable (inout Target, String) throws(UsageProblem) -> Void
  /// Takes the opposite of a flag; nil if it has none.
  let deny: (@Sendable (inout Target) throws(UsageProblem) -> Void)?

  package init(
    _ input: CommandInput,
    deny: (@Sendable (inout Target) throws(UsageProblem) -> Void)? = nil,
    set: @escaping @Sendable (inout Target, String) throws(UsageProblem) -> Void
  ) {
    (self.input, self.deny, self.set) = (input, deny, set)
    self.input.isDeniable = deny != nil
  }

  /// Creates a flag, or an option with a value; `names` are those with their dashes, the long one
  /// first and a space between them.
  package init(
    _ names: String, value: String? = nil, help: String,
    values: CommandInput.Values = .named, followedBy followingWord: String? = nil,
    isRepeated: Bool = false, takesDashes: Bool = false,
    set: @escaping @Sendable (inout Target, String) throws(UsageProblem) -> Void
  ) {
    let isOne = !names.utf8.contains(UInt8(ascii: " "))
    let names = isOne ? [names] : names.split(separator: " ").map(String.init)
    var input = CommandInput(names, value: value, help: help, values: values)
    (input.isRepeated, input.takesDashes) = (isRepeated, takesDashes)
    input.followingWord = followingWord
    self.init(input, set: set)
  }

  /// Returns the entry for values that contain those that it sets, which `change` passes on.
  ///
  /// At the start of a run this costs less than ``lifted(_:)``, as the runtime makes key paths.
  package func lifted<Whole>(
    by change:
      @escaping @Sendable (
        inout Whole, (inout Target) throws(UsageProblem) -> Void
      ) throws(UsageProblem) -> Void
  ) -> CommandEntry<Whole> {
    let (set, deny) = (set, deny)
    var denied: (@Sendable (inout Whole) throws(UsageProblem) -> Void)?
    if let deny { denied = { (whole) throws(UsageProblem) in try change(&whole, deny) } }
    return CommandEntry<Whole>(input, deny: denied) { (whole, text) throws(UsageProblem) in
      try change(&whole) { (part) throws(UsageProblem) in try set(&part, text) }
    }
  }

  /// Returns the entry for values that contain those that it sets.
  package func lifted<Whole>(_ path: SendablePath<Whole, Target>) -> CommandEntry<Whole> {
    lifted { (whole: inout Whole, set) throws(UsageProblem) in try set(&whole[keyPath: path]) }
  }
}

/// Entries that set one value.
extension CommandEntry {
  /// Returns an option without a value.
  package static func flag(
    _ names: String, _ path: SendablePath<Target, Bool>,
    _ help: String
  ) -> CommandEntry {
    CommandEntry(names, help: help) { target, _ in target[keyPath: path] = true }
  }

  /// Returns an option of which the last value counts.
  package static func option(
    _ names: String, _ path: SendablePath<Target, String?>, _ value: String, _ help: String,
    values: CommandInput.Values = .named, takesDashes: Bool = false
  ) -> CommandEntry {
    CommandEntry(
      names, value: value, help: help, values: values, takesDashes: takesDashes
    ) { $0[keyPath: path] = $1 }
  }

  /// Returns an option that may be repeated.
  package static func list(
    _ names: String, _ path: SendablePath<Target, [String]>, _ value: String, _ help: String,
    values: CommandInput.Values = .named, takesDashes: Bool = false
  ) -> CommandEntry {
    CommandEntry(
      names, value: value, help: help, values: values, isRepeated: true,
      takesDashes: takesDashes
    ) { $0[keyPath: path].append($1) }
  }

  /// Returns an option whose value is a whole number.
  package static func number(
    _ name: String, _ path: SendablePath<Target, Int?>, standard: Int? = nil,
    _ value: String, _ help: String
  ) -> CommandEntry {
    var entry = CommandEntry(name, value: value, help: help) {
      (target, text) throws(UsageProblem) in
      guard let number = Int(text), number >= 0 else {
        throw UsageProblem("\(name) takes a whole number, not \"\(text)\"")
      }
      target[keyPath: path] = number
    }
    entry.input.standard = standard.map(String.init)
    return entry
  }

  /// Returns an option with a few possible values, of which one holds without it.
  package static func choice<Choice: CaseIterable & RawRepresentable<String> & SendableMetatype>(
    _ name: String, _ path: SendablePath<Target, Choice>, standard: Choice,
    _ value: String, _ help: String
  ) -> CommandEntry {
    var entry = CommandEntry(name, value: value, help: help, values: .cases(of: Choice.self)) {
      (target, text) throws(UsageProblem) in
      target[keyPath: path] = try choice(text, name)
    }
    entry.input.standard = standard.rawValue
    return entry
  }

  private static func choice<Choice: CaseIterable & RawRepresentable<String>>(
    _ text: String, _ name: String
  ) throws(UsageProblem) -> Choice {
    if let choice = Choice(rawValue: text) { return choice }
    let names = Choice.allCases.map(\.rawValue)
    throw UsageProblem("\(name) is \(NearestName.refusal(of: text, among: names))")
  }
}

/// Arguments, in the order of the command line.
extension CommandEntry {
  private static func argument(
    _ value: String, _ help: String, _ values: CommandInput.Values, isRequired: Bool = false,
    isRepeated: Bool = false, takesUnknown: Bool = false,
    set: @escaping @Sendable (inout Target, String) throws(UsageProblem) -> Void
  ) -> CommandEntry {
    var input = CommandInput([], value: value, help: help, values: values)
    (input.isRequired, input.isRepeated, input.takesUnknown) =
      (isRequired, isRepeated, takesUnknown)
    return CommandEntry(input, set: set)
  }

  /// Returns an argument that may be left out.
  package static func argument(
    _ value: String, _ path: SendablePath<Target, String?>, _ help: String,
    values: CommandInput.Values = .named
  ) -> CommandEntry { argument(value, help, values) { $0[keyPath: path] = $1 } }

  /// Returns an argument without which the command can't run.
  package static func required(
    _ value: String, _ path: SendablePath<Target, String>, _ help: String,
    values: CommandInput.Values = .named
  ) -> CommandEntry { argument(value, help, values, isRequired: true) { $0[keyPath: path] = $1 } }

  /// Returns an argument with a few possible values, without which the command can't run.
  package static func requiredChoice<
    Choice: CaseIterable & RawRepresentable<String> & SendableMetatype
  >(
    _ value: String, _ path: SendablePath<Target, Choice>, _ help: String
  ) -> CommandEntry {
    argument(value, help, .cases(of: Choice.self), isRequired: true) {
      (target, text) throws(UsageProblem) in
      target[keyPath: path] = try choice(text, "the \(value)")
    }
  }

  /// Returns an argument that may be repeated.
  package static func arguments(
    _ value: String, _ path: SendablePath<Target, [String]>, _ help: String,
    values: CommandInput.Values = .named, isRequired: Bool = false
  ) -> CommandEntry {
    argument(value, help, values, isRequired: isRequired, isRepeated: true) {
      $0[keyPath: path].append($1)
    }
  }

  /// Returns the argument that takes all further words, and options that the command doesn't know.
  package static func rest(
    _ value: String, _ help: String, set: @escaping @Sendable (inout Target, String) -> Void
  ) -> CommandEntry {
    argument(value, help, .named, isRepeated: true, takesUnknown: true, set: set)
  }
}

/// The one parser of command lines.
extension CommandEntry {
  /// Sets the values that words mean, and returns the first required argument that is missing.
  ///
  /// - Parameters:
  ///   - others: Options besides the entries, which `note` receives with their values.
  ///   - unknown: Returns the problem of an option that is in none of the entries.
  /// - Throws: ``UsageProblem`` for an unknown option, an invalid value, or one argument too many.
  @discardableResult
  package static func parse(
    _ words: [String], by entries: [CommandEntry], besides others: [CommandInput] = [],
    noting note: (CommandInput, String) -> Void = { _, _ in }, into target: inout Target,
    unknown: (String) -> UsageProblem
  ) throws(UsageProblem) -> CommandInput? {
    // Every run starts here, so the entries, whose type the runtime makes, are passed over once.
    var inputs: [CommandInput] = []
    inputs.reserveCapacity(entries.count + others.count)
    for place in 0..<entries.count { inputs.append(entries[place].input) }
    inputs += others
    let reader = WordReader(inputs)
    /// The places of the arguments that are still to come.
    var arguments = (0..<entries.count).filter { inputs[$0].names.isEmpty }[...]
    var hasRepeated = false
    func take(_ word: String) throws(UsageProblem) {
      guard let place = arguments.first else {
        throw UsageProblem("unexpected argument \"\(word)\"")
      }
      if inputs[place].isRepeated { hasRepeated = true } else { arguments.removeFirst() }
      try entries[place].set(&target, word)
    }
    var rest = words[...]
    while let part = reader.next(in: &rest) {
      switch part {
      case .argument(let word): try take(word)
      case .denial(let place): try entries[place].deny?(&target)
      case .valueless(let place):
        throw UsageProblem("\(inputs[place].names[0]) takes a value")
      case .option(let place, let value):
        try check(inputs[place], value, before: rest.first, arguments.first.map { inputs[$0] })
        if place < entries.count {
          try entries[place].set(&target, value ?? "")
        } else {
          note(inputs[place], value ?? "")
        }
      case .unknown(let word):
        guard let other = arguments.last, inputs[other].takesUnknown else { throw unknown(word) }
        try entries[other].set(&target, word)
      case .end:
        if let other = arguments.last, inputs[other].takesUnknown {
          for word in ["--"] + rest { try entries[other].set(&target, word) }
        } else {
          for word in rest { try take(word) }
        }
        rest = []
      }
    }
    return arguments.lazy.map { inputs[$0] }
      .first { $0.isRequired && !($0.isRepeated && hasRepeated) }
  }

  /// Throws ``UsageProblem`` if a flag has a value that it doesn't take.
  private static func check(
    _ input: CommandInput, _ value: String?, before next: String?, _ argument: CommandInput?
  ) throws(UsageProblem) {
    guard input.valueName == nil else { return }
    if let value {
      if input.mayHaveValue || value == input.followingWord { return }
      throw UsageProblem("\(input.names[0]) takes no value")
    }
    // The word may be the one argument that is still to come.
    guard input.refusesTruth, input.names[0].hasPrefix("--"), argument?.isRepeated ?? true else {
      return
    }
    if let problem = UsageProblem.truth(
      next, behind: String(input.names[0].dropFirst(2)), isDeniable: input.isDeniable)
    {
      throw problem
    }
  }
}
