internal import Sessions

/// A search for the suggestions for the next word on a tool's command line. The line is parsed as
/// the commands parse it; an error on the line only reduces the suggestions.
struct LineCompletion {
  private let line: LineArguments
  private let vocabulary: ToolCompletionVocabulary

  init(_ line: LineArguments, _ vocabulary: ToolCompletionVocabulary) {
    self.line = line
    self.vocabulary = vocabulary
  }

  /// Returns the completion of the word with the cursor.
  func completion() -> Completion {
    let rootInputs = Tool.rootInputs
    let root = ParsedLine(
      LineArguments(before: leading, current: "", after: []), of: [], rootInputs)
    if root.pending != nil {
      return ArgumentCompletion(ParsedLine(line, of: [], rootInputs), rootInputs, vocabulary)
        .completion()
    }
    var words = line.before.dropFirst(leading.count)
    let asksHelp = words.first == "help"
    if asksHelp { words = words.dropFirst() }
    var group = Command.root.subcommands
    var path: [String] = []
    while let word = words.first, let command = group.first(where: { $0.text.name == word }) {
      words = words.dropFirst()
      path.append(word)
      group = command.subcommands
      if group.isEmpty, !asksHelp { return completion(of: command, path, Array(words)) }
    }
    if path.isEmpty, !asksHelp, let word = words.first, vocabulary.isRule(word) {
      return self.completion(of: RunCommand.command, ["run"], Array(words))
    }
    var completion = Completion(line.current)
    guard words.isEmpty else { return completion }
    if line.current.hasPrefix("-") {
      if path.isEmpty, !asksHelp { completion.candidates = rootInputs.flatMap(\.candidates) }
      return completion
    }
    completion.candidates = group.filter(\.text.isShown).map { command in
      Candidate(command.text.name, command.text.summary)
    }
    guard path.isEmpty else { return completion }
    let other = LineArguments(before: [], current: line.current, after: [])
    ArgumentCompletion(ParsedLine(other, of: [], []), [], vocabulary).fill(
      &completion,
      asksHelp ? vocabulary.helpSubjects : vocabulary.value(inPlaceOfCommand: line.current))
    return completion
  }

  /// The options before the command's name, with their values.
  private var leading: [String] {
    let reader = WordReader(Tool.rootInputs)
    var words = line.before[...]
    while let word = words.first, word.hasPrefix("-") { _ = reader.next(in: &words) }
    return Array(line.before.dropLast(words.count))
  }

  private func completion(
    of command: Command, _ path: [String], _ words: [String]
  ) -> Completion {
    let line = LineArguments(before: words, current: line.current, after: line.after)
    let shown = command.inputs(vocabulary.tool).filter(\.isShown)
    let declared = shown.filter(\.isField) + shown.filter { !$0.isField }
    let known = Set(declared.flatMap(\.names))
    // Fields and options of a rule come first: users look for them rather than for those of every run.
    let added = vocabulary.addedOptions(on: ParsedLine(line, of: path, declared))
    let inputs = added.filter { !known.contains($0.names[0]) } + declared
    return ArgumentCompletion(ParsedLine(line, of: path, inputs), inputs, vocabulary).completion()
  }
}

/// A search for suggestions among the arguments of one command.
private struct ArgumentCompletion {
  private let line: ParsedLine
  private let options: [CommandInput]
  private let arguments: [CommandInput]
  private let vocabulary: ToolCompletionVocabulary

  init(_ line: ParsedLine, _ inputs: [CommandInput], _ vocabulary: ToolCompletionVocabulary) {
    self.line = line
    options = inputs.filter { !$0.names.isEmpty }
    arguments = inputs.filter(\.names.isEmpty)
    self.vocabulary = vocabulary
  }

  func completion() -> Completion {
    var completion = Completion(line.current)
    if let option = line.pending {
      fill(&completion, vocabulary.value(of: option, on: line))
      if !option.takesDashes { completion.candidates.removeAll { $0.text.hasPrefix("-") } }
      return completion
    }
    if !line.isOnlyArguments, line.current.hasPrefix("-") {
      let name = String(line.current.prefix { $0 != "=" })
      if name != line.current, let option = options.first(where: { $0.names.contains(name) }) {
        completion.cut(behind: "=", isFirst: true)
        fill(&completion, vocabulary.value(of: option, on: line))
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
    options.filter { $0.isRepeated || $0.isField || !line.hasOption($0.names[0]) }
      .flatMap(\.candidates)
  }

  /// The suggestions for the next argument; nil if the command takes no more.
  private var argument: LineValue? {
    let left = arguments.dropFirst(vocabulary.skippedArguments(on: line))
    let place = left.startIndex + line.arguments.count
    guard let last = left.last, place < left.endIndex || last.isRepeated else { return nil }
    return vocabulary.value(of: place < left.endIndex ? left[place] : last, on: line)
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

extension CommandInput {
  /// The option that means the opposite.
  var denial: String { "--no-" + names[0].dropFirst(2) }

  /// The first name with the first sentence of the description, and the option that denies it.
  var candidates: [Candidate] {
    let first = help.firstRange(of: ". ").map { help[..<$0.lowerBound] } ?? help[...]
    let summary = String(first.last == "." ? first.dropLast() : first)
    let own = Candidate(names[0], summary)
    return isDeniable ? [own, Candidate(denial, "not: \(summary)")] : [own]
  }
}
