extension StageArguments {
  /// Returns the value of an option, checked by its type: the rule's, or else the default; nil if
  /// there is neither. A duration is returned as a number of seconds, and a list as a list of
  /// texts.
  package mutating func checked(_ option: OptionDescription) -> ArgumentValue? {
    let name = option.name
    guard let given = take(name) else {
      if option.isRequired, isSound {
        note("\(stageName) needs \(name), \(option.type.summary)", token: stageName)
      }
      guard let fallback = option.fallback else { return nil }
      return option.type.value(of: fallback) ?? fallback
    }
    if case .choice(let choices) = option.type {
      return choice(name, among: choices).map(ArgumentValue.text)
    }
    guard let value = option.type.value(of: given) else {
      noteWrongType(name, given)
      return nil
    }
    return value
  }

  /// Returns the role of a stage in an option; nil for an unknown stage.
  package func role(of call: StageCall) -> StageRole? {
    registry?.definition(named: call.name)?.description.role
  }

  /// Returns the function in an option that takes an asset: a function of the rule, or that of a
  /// stage with the given role.
  ///
  /// - Returns: Nil for any other value, and for a wrong stage, for which it adds a problem.
  package mutating func function(
    _ value: ArgumentValue, of option: String, giving role: StageRole
  ) -> BoundFunction? {
    switch value {
    case .function(let function): return BoundFunction(function, stage: stageName)
    case .stage(let call):
      guard let definition = registry?.definition(named: call.name) else {
        note("no stage called \"\(call.name)\"", token: call.name)
        return nil
      }
      var nested = StageArguments(
        call, description: definition.description, rulePath: call.path ?? rulePath,
        at: moment, fields: fields)
      let made = definition.make(&nested)
      for problem in nested.finish() { note(problem) }
      guard definition.description.role == role, case .value(let bound) = made.part else {
        note(
          "\(option) takes a plugin whose role is \(role), and that of \(call.name) is"
            + " \(definition.description.role)", token: call.name)
        return nil
      }
      return bound
    default: return nil
    }
  }
}

extension OptionType {
  /// Returns a value converted to the type; nil if it is not of the type.
  package func value(of value: ArgumentValue) -> ArgumentValue? {
    switch (self, value) {
    case (.flag, .flag), (.text, .text), (.number, .integer), (.number, .number): value
    case (.integer, _): value.count.map { .integer(Int64($0)) }
    case (.duration, _):
      Duration(argument: value).map {
        let milliseconds = $0.wholeMilliseconds
        return milliseconds % 1000 == 0
          ? .integer(milliseconds / 1000) : .number(Double(milliseconds) / 1000)
      }
    case (.date, .text(let text)): WrittenDate(text) == nil ? nil : value
    case (.texts, _): value.texts.map { .list($0.map(ArgumentValue.text)) }
    case (.choice(let choices), .text(let text)): choices.contains(text) ? value : nil
    default: nil
    }
  }
}

extension StageArguments {
  /// Returns the program that arguments in the rule name; nil if they are invalid.
  ///
  /// - Parameters:
  ///   - name: The name of the stage that takes the arguments.
  ///   - example: An example for messages.
  ///   - memory: The memory limit of each of its processes, in MiB.
  ///   - declared: The names of the fields that it adds, with declared types.
  ///   - filled: The last arguments, which have values of a record.
  package mutating func program(
    _ words: [String], of name: String, _ example: String, memory: Int = ProgramCall.usualMemory,
    declaring declared: [String] = [], filled: [RecordTemplate] = []
  ) -> ProgramCall? {
    guard let first = words.first else {
      if isSound { note("\(name) names a program, such as \(example)", token: name) }
      return nil
    }
    if first.isEmpty || (words + filled.map(\.text)).contains(where: { $0.utf8.contains(0) }) {
      note("\(name) takes texts without NUL, and a program has a name", token: name)
    }
    return ProgramCall(
      words, by: name, rulePath: rulePath, line: line, memory: memory, declaring: declared,
      filled: filled)
  }
}
