package import ArgumentParser

/// The suggestions on a tool's command lines that are not in the declarations of its commands.
package protocol CompletionVocabulary {
  /// Returns the suggestions for an option's value, by the option's first name with dashes and the
  /// name of the value in the help.
  func value(ofOption option: String, named valueName: String) -> LineValue

  /// Returns the suggestions for a command's argument; nil if the line takes no such argument.
  func value(ofArgument valueName: String, on line: ParsedLine) -> LineValue?

  /// Returns options that the command doesn't declare, such as those of a rule on the line, which
  /// was parsed with the command's own options alone.
  func addedOptions(on line: ParsedLine) -> [LineOption]

  /// Returns the number of the command's arguments that options on the line replace.
  func skippedArguments(on line: ParsedLine) -> Int

  /// Returns true if a word in place of a command's name is a rule, which is run as by `run`.
  func isRule(_ word: String) -> Bool

  /// Returns the suggestions, besides the commands, for the word in place of a command's name.
  func value(inPlaceOfCommand typed: String) -> LineValue

  /// The suggestions behind `help` besides the commands, such as topics.
  var helpSubjects: LineValue { get }
}

/// A search for the suggestions for the next word on a tool's command line. The line is parsed as
/// the commands parse it; an error on the line only reduces the suggestions.
package struct LineCompletion {
  private let line: LineArguments
  private let commands: [any ParsableCommand.Type]
  private let rootOptions: [LineOption]
  private let vocabulary: any CompletionVocabulary

  /// Creates a search among the tool's commands; `rootOptions` are allowed before a command.
  package init(
    _ line: LineArguments, _ commands: [any ParsableCommand.Type], rootOptions: [LineOption],
    _ vocabulary: any CompletionVocabulary
  ) {
    self.line = line
    self.commands = commands
    self.rootOptions = rootOptions
    self.vocabulary = vocabulary
  }

  /// Returns the completion of the word with the cursor.
  package func completion() -> Completion {
    let root = ParsedLine(
      LineArguments(before: leading, current: "", after: []), of: [], rootOptions)
    if root.pending != nil {
      return ArgumentCompletion(
        ParsedLine(line, of: [], rootOptions), rootOptions, [], vocabulary
      ).completion()
    }
    var words = line.before.dropFirst(leading.count)
    let asksHelp = words.first == "help"
    if asksHelp { words = words.dropFirst() }
    var group = commands
    var path: [String] = []
    while let word = words.first, let command = group.first(where: { $0._commandName == word }) {
      words = words.dropFirst()
      path.append(word)
      group = command.configuration.subcommands
      if group.isEmpty, !asksHelp { return completion(of: command, path, Array(words)) }
    }
    if path.isEmpty, !asksHelp, let word = words.first,
      let run = commands.first(where: { $0._commandName == "run" }), vocabulary.isRule(word)
    {
      return self.completion(of: run, ["run"], Array(words))
    }
    var completion = Completion(line.current)
    guard words.isEmpty else { return completion }
    if line.current.hasPrefix("-") {
      if path.isEmpty, !asksHelp { completion.candidates = rootOptions.map(\.candidate) }
      return completion
    }
    completion.candidates = group.filter { $0.configuration.shouldDisplay }.map { command in
      Candidate(command._commandName, command.configuration.abstract)
    }
    guard path.isEmpty else { return completion }
    if !asksHelp {
      completion.candidates.append(Candidate("help", "Show the help of a command"))
    }
    let other = LineArguments(before: [], current: line.current, after: [])
    ArgumentCompletion(ParsedLine(other, of: [], []), [], [], vocabulary).fill(
      &completion,
      asksHelp ? vocabulary.helpSubjects : vocabulary.value(inPlaceOfCommand: line.current))
    return completion
  }

  /// The options before the command's name, with their values.
  private var leading: [String] {
    var words = line.before[...]
    while let word = words.first, word.hasPrefix("-") {
      let takesNext = rootOptions.contains { $0.value != nil && $0.names.contains(word) }
      words = words.dropFirst(takesNext ? 2 : 1)
    }
    return Array(line.before.dropLast(words.count))
  }

  private func completion(
    of command: any ParsableCommand.Type, _ path: [String], _ words: [String]
  ) -> Completion {
    let shape = CommandShape(command)
    let line = LineArguments(before: words, current: line.current, after: line.after)
    let declared = shape.options.map { option in
      let value = option.valueName.map { name in
        option.choices.isEmpty
          ? vocabulary.value(ofOption: option.names.first ?? "", named: name)
          : .words(option.choices)
      }
      return LineOption(
        option.names, option.summary, value, isRepeating: option.isRepeating, takesDashes: false)
    }
    let known = Set(declared.flatMap(\.names))
    // Undeclared options come first: users look for them rather than for those of every command.
    let added = vocabulary.addedOptions(on: ParsedLine(line, of: path, declared))
    let options = added.filter { !known.contains($0.names[0]) } + declared
    return ArgumentCompletion(
      ParsedLine(line, of: path, options), options, shape.arguments, vocabulary
    ).completion()
  }
}

/// A search for suggestions among the arguments of one command.
private struct ArgumentCompletion {
  private let line: ParsedLine
  private let options: [LineOption]
  private let arguments: [CommandShape.Argument]
  private let vocabulary: any CompletionVocabulary

  init(
    _ line: ParsedLine, _ options: [LineOption], _ arguments: [CommandShape.Argument],
    _ vocabulary: any CompletionVocabulary
  ) {
    self.line = line
    self.options = options
    self.arguments = arguments
    self.vocabulary = vocabulary
  }

  func completion() -> Completion {
    var completion = Completion(line.current)
    if let option = line.pending, let value = option.value {
      fill(&completion, value)
      if !option.takesDashes { completion.candidates.removeAll { $0.text.hasPrefix("-") } }
      return completion
    }
    if !line.isOnlyArguments, line.current.hasPrefix("-") {
      let name = String(line.current.prefix { $0 != "=" })
      if name != line.current, let option = options.first(where: { $0.names.contains(name) }) {
        completion.cut(behind: "=", isFirst: true)
        if let value = option.value { fill(&completion, value) }
      } else {
        completion.candidates = optionCandidates
      }
      return completion
    }
    if let argument { fill(&completion, argument) }
    if completion.candidates.isEmpty, !completion.isPath, line.current.isEmpty,
      !line.isOnlyArguments
    {
      completion.candidates = optionCandidates
    }
    return completion
  }

  private var optionCandidates: [Candidate] {
    options.filter { $0.isRepeating || !line.hasOption($0.names[0]) }.map(\.candidate)
  }

  /// The suggestions for the next argument; nil if the command takes no more.
  private var argument: LineValue? {
    let left = arguments.dropFirst(vocabulary.skippedArguments(on: line))
    let place = left.startIndex + line.arguments.count
    guard let last = left.last, place < left.endIndex || last.isRepeating else { return nil }
    let argument = place < left.endIndex ? left[place] : last
    return argument.choices.isEmpty
      ? vocabulary.value(ofArgument: argument.valueName, on: line) : .words(argument.choices)
  }

  func fill(_ completion: inout Completion, _ value: LineValue) {
    switch value {
    case .free: break
    case .words(let words): completion.candidates += words
    case .list(let value): fillList(&completion, value)
    case .paths(let files): fillPaths(&completion, files)
    case .found(let find): completion.candidates += find(completion.typed, line)
    case .any(let values):
      let word = completion
      for value in values {
        var other = word
        fill(&other, value)
        completion.merge(other)
      }
    }
  }

  /// Adds the values that the comma-separated list on the line doesn't have yet.
  private func fillList(_ completion: inout Completion, _ value: LineValue) {
    completion.cut(behind: ",")
    let taken = Set(completion.head.split { $0 == "," || $0 == "=" }.map(String.init))
    fill(&completion, value)
    // A comma in a name would separate two values.
    completion.candidates = completion.candidates
      .filter { !taken.contains($0.text) && !$0.text.contains(",") }
      .map { Candidate($0.text, $0.summary, isWhole: false) }
  }

  private func fillPaths(_ completion: inout Completion, _ files: PathListing.Files) {
    completion.isPath = true
    // Shells don't expand a tilde after an equals sign.
    let isAssigned = completion.separators.contains("=")
    let start = completion.head.count
    completion.cut(behind: "/")
    completion.candidates +=
      PathListing(
        String(completion.head.dropFirst(start)), start: completion.typed, files,
        expandsTilde: !isAssigned
      ).candidates
  }
}
