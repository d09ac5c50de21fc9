internal import ArgumentParser
internal import LuaBridge
internal import Pipeline
internal import Shells

/// Finds what may stand next on a command line of the tool.
///
/// The line is read as the commands read it, and what is wrong with it only means that less is offered.
struct LineCompletion {
  private let line: LineWords
  private let tool: Tool
  private let commands: [any ParsableCommand.Type]

  /// - Parameter commands: those of the first word.
  init(_ line: LineWords, _ commands: [any ParsableCommand.Type], in tool: Tool) {
    self.line = line
    self.commands = commands
    self.tool = tool
  }

  func completion() -> Completion {
    var words = line.before[...]
    var group = commands
    var path: [String] = []
    while words.first == "--color" || words.first?.hasPrefix("--color=") == true {
      words = words.dropFirst(words.first == "--color" ? 2 : 1)
    }
    if line.before == ["--color"] { return colors }
    let asksHelp = words.first == "help"
    if asksHelp { words = words.dropFirst() }
    while let word = words.first,
      let command = group.first(where: { $0._commandName == word })
    {
      words = words.dropFirst()
      path.append(word)
      group = command.configuration.subcommands
      if group.isEmpty, !asksHelp {
        return CommandCompletion(
          command, path, LineWords(before: Array(words), current: line.current, after: line.after),
          in: tool
        ).completion()
      }
    }
    var completion = Completion(line.current)
    guard words.isEmpty else { return completion }
    completion.candidates = group.filter { $0.configuration.shouldDisplay }.map { command in
      Candidate(command._commandName, command.configuration.abstract)
    }
    if !asksHelp, path.isEmpty { completion.candidates += options }
    if !line.current.hasPrefix("-") {
      completion.candidates.removeAll { $0.text.hasPrefix("-") }
    }
    return completion
  }

  /// The values of the one option that may stand in front of a command.
  private var colors: Completion {
    var completion = Completion(line.current)
    completion.candidates = ColorChoice.allCases.map { Candidate($0.rawValue) }
    return completion
  }

  private var options: [Candidate] {
    [
      Candidate("help", "Show the help of a command"), Candidate("--help", "Show help"),
      Candidate("--version", "Show the version"), Candidate("--color", "Colour in messages"),
    ]
  }
}

/// What may stand next behind the words of one command.
private struct CommandCompletion {
  private let line: LineWords
  private let path: [String]
  private let tool: Tool
  private let shape: CommandShape
  private var options: [CompletedOption]
  /// The rule that the line names, where the command takes one.
  private var rule: RuleSubject?

  init(
    _ command: any ParsableCommand.Type, _ path: [String], _ line: LineWords, in tool: Tool
  ) {
    self.line = line
    self.path = path
    self.tool = tool
    shape = CommandShape(command)
    options = shape.options.map { CompletedOption($0, in: tool) }
    if path == ["find"] { addFlags() } else { addRuleOptions() }
  }

  private mutating func addFlags() {
    let flags = FindFlag.all(in: tool.components)
    options += flags.map { CompletedOption($0) }
    options += flags.filter(\.canBeDenied).map { flag in
      CompletedOption("--no-\(flag.name)", "not, or not known: \(flag.summary)", nil)
    }
  }

  /// Adds the options of the rule that the line names.
  private mutating func addRuleOptions() {
    guard shape.arguments.contains(where: \.takesUnknown) else { return }
    let read = ReadWords(line.before, options)
    let isOwn = line.before.contains("--user")
    if let text = read.values(of: "-e").last {
      rule = .text(text)
    } else if let word = (read.arguments + ReadWords(line.after, options).arguments).first,
      // What a descriptor holds can be read once.
      !word.hasPrefix("/dev/"), word != RuleSubject.inputWord
    {
      rule = .word(word, isOwn: isOwn)
    }
    guard let rule, let file = try? tool.ruleFile(rule, tool.messages()),
      let loaded = try? tool.loader(tool.messages()).inspect(file, now: .current, prints: false)
    else { return }
    let known = Set(options.flatMap(\.names))
    // What the rule declares is what its user looks for.
    options =
      loaded.options.flatMap { CompletedOption.options(of: $0) }
      .filter { !known.contains($0.names[0]) } + options
  }

  func completion() -> Completion {
    let read = ReadWords(line.before, options)
    var completion = Completion(line.current)
    if let option = read.pending, let value = option.value {
      fill(&completion, value)
      if !option.takesDashes { completion.candidates.removeAll { $0.text.hasPrefix("-") } }
      return completion
    }
    if !read.isOnlyArguments, line.current.hasPrefix("-") {
      let parts = line.current.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
      if parts.count > 1, let option = options.first(where: { $0.names.contains(String(parts[0])) })
      {
        completion.cut(behind: "=", isFirst: true)
        if let value = option.value { fill(&completion, value) }
      } else {
        completion.candidates = optionCandidates(besides: read)
      }
      return completion
    }
    if let argument = argument(at: read.arguments.count), takesArguments(read) {
      fill(&completion, argument)
    }
    if completion.candidates.isEmpty, !completion.isPath, line.current.isEmpty,
      !read.isOnlyArguments
    {
      completion.candidates = optionCandidates(besides: read)
    }
    return completion
  }

  /// Whether words that are no options mean something; `find` reads files only where it is told to.
  private func takesArguments(_ read: ReadWords) -> Bool {
    path != ["find"] || !read.values(of: "--stdin", orNone: "true").isEmpty
  }

  private func optionCandidates(besides read: ReadWords) -> [Candidate] {
    options.filter { $0.isRepeating || !read.hasOption($0) }.map(\.candidate)
  }

  /// What may stand as an argument.
  private func argument(at place: Int) -> CompletedValue? {
    var all = shape.arguments
    // Where a text is the rule, no word is one.
    if case .text? = rule, path != ["pick"] { all.removeFirst() }
    guard let last = all.last, place < all.count || last.isRepeating else { return nil }
    let argument = place < all.count ? all[place] : last
    if !argument.choices.isEmpty { return .words(argument.choices.map { Candidate($0) }) }
    let value = CompletedValue(valueName: argument.valueName, in: tool)
    if path == ["fields"] { return .any([.words(CompletedValue.fields(in: tool)), .rules]) }
    return value
  }
}

extension CommandCompletion {
  /// Adds what may stand as a value.
  private func fill(_ completion: inout Completion, _ value: CompletedValue) {
    switch value {
    case .free: break
    case .words(let words): completion.candidates += words
    case .list(let value): fillList(&completion, value)
    case .folders: fillPaths(&completion, .none)
    case .files: fillPaths(&completion, .all)
    case .libraries:
      if !completion.typed.contains("/") {
        completion.candidates += tool.components.libraries.flatMap { library in
          library.kind.words.map { Candidate($0, library.kind.summary) }
        }
      }
      fillPaths(&completion, .none)
    case .rules:
      if !completion.typed.contains("/") { completion.candidates += rules }
      fillPaths(&completion, .named(suffix: ".lua"))
    case .albums: completion.candidates += CompletedLibrary(named: libraries, in: tool).albums
    case .members: completion.candidates += members.map { Candidate($0, isWhole: false) }
    case .sortKeys:
      let sign = completion.typed.hasPrefix("-") ? "-" : ""
      completion.candidates += CompletedValue.fields(in: tool).map { field in
        Candidate(sign + field.text, field.summary)
      }
    case .any(let values):
      let word = completion
      for value in values {
        var other = word
        fill(&other, value)
        completion.merge(other)
      }
    }
  }

  /// Adds the values that are not yet in the list.
  private func fillList(_ completion: inout Completion, _ value: CompletedValue) {
    completion.cut(behind: ",")
    let taken = completion.head.split { $0 == "," || $0 == "=" }
    fill(&completion, value)
    completion.candidates = completion.candidates.filter { !taken.contains($0.text[...]) }
      // A comma in a name would end it.
      .filter { !$0.text.contains(",") }
      .map { Candidate($0.text, $0.summary, isWhole: false) }
  }

  private func fillPaths(_ completion: inout Completion, _ files: PathListing.Files) {
    completion.isPath = true
    let isAssigned = completion.separators.contains("=")
    let start = completion.head.count
    completion.cut(behind: "/")
    let listing = PathListing(
      String(completion.head.dropFirst(start)), start: completion.typed, files,
      home: isAssigned ? nil : Environment["HOME"])
    let known = Set(completion.candidates.map(\.text))
    completion.candidates += listing.candidates.filter { !known.contains($0.text) }
  }

  private var rules: [Candidate] {
    let isOwn = line.before.contains("--user")
    let all = tool.ruleFolders.all().filter { !isOwn || $0.origin == .user }
    return all.reduce(into: []) { names, rule in
      if names.last?.text != rule.name {
        names.append(Candidate(rule.name, "rule, \(rule.origin.rawValue)"))
      }
    }
  }

  /// The libraries that the line names.
  private var libraries: [String] {
    let words = ReadWords(line.before, options)
    let behind = ReadWords(line.after, options)
    return words.values(of: "--library") + behind.values(of: "--library")
  }

  /// The members that the records of the command may have.
  private var members: [String] {
    switch path.first {
    case "albums": return RecordMembers([.album], in: tool).names
    case "ledger": return RecordMembers([.offer], in: tool).names
    case "auth":
      return RecordMembers([path == ["auth", "log"] ? .decision : .permission], in: tool)
        .names
    default:
      let known = rule.flatMap {
        try? Rule($0, words: [], now: .current, in: tool, tool.messages())
      }
      return (known?.recordMembers(in: tool) ?? RecordMembers([.asset], in: tool)).names
    }
  }
}

/// The words of a command, sorted into options, their values and arguments.
private struct ReadWords {
  private(set) var arguments: [String] = []
  /// The option whose value comes next.
  private(set) var pending: CompletedOption?
  /// Whether `--` came.
  private(set) var isOnlyArguments = false
  private var given: [(name: String, value: String?)] = []

  init(_ words: [String], _ options: [CompletedOption]) {
    for word in words {
      if let option = pending {
        given.append((option.names[0], word))
        pending = nil
      } else if isOnlyArguments || !word.hasPrefix("-") || word == "-" {
        arguments.append(word)
      } else if word == "--" {
        isOnlyArguments = true
      } else {
        let parts = word.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
        guard let option = options.first(where: { $0.names.contains(String(parts[0])) }) else {
          continue
        }
        if option.value != nil, parts.count == 1 {
          pending = option
        } else {
          given.append((option.names[0], parts.count > 1 ? String(parts[1]) : nil))
        }
      }
    }
  }

  func hasOption(_ option: CompletedOption) -> Bool {
    given.contains { $0.name == option.names[0] }
  }

  /// The values of an option, by its first name.
  ///
  /// - Parameter fallback: what counts where it has none.
  func values(of name: String, orNone fallback: String? = nil) -> [String] {
    given.filter { $0.name == name }.compactMap { $0.value ?? fallback }
  }
}
