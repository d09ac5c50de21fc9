internal import LuaBridge
internal import Pipeline
internal import Plugins
internal import Sessions
internal import Terminal

/// The suggested values on a tool's command lines: names of rules, albums, stages, fields and more,
/// and the options of the rule on the line.
struct ToolCompletionVocabulary {
  let tool: Tool
  private let time: Duration

  /// Creates the suggestions for a tool; `time` is the time for the answer.
  init(_ tool: Tool, within time: Duration) {
    self.tool = tool
    self.time = time
  }

  /// Returns the suggestions for the value of an option, or for an argument.
  func value(of input: CommandInput, on line: ParsedLine) -> LineValue {
    value(input.values, named: input.valueName ?? "", on: line)
  }

  private func value(
    _ values: CommandInput.Values, named valueName: String, on line: ParsedLine
  ) -> LineValue {
    switch values {
    case .named: value(named: valueName)
    case .none: .free
    case .albums: albums
    case .fields: .any([fields, rules])
    case .folders: .paths(.none)
    case .libraries: libraries
    case .members: members
    case .orders: sortKeys
    case .plugins: plugins
    case .readFiles: line.hasOption("--stdin") ? .paths(.all) : .free
    case .words(let words): .words(words)
    case .choices(let all): .words(all(tool.components).map { Candidate($0.name, $0.summary) })
    case .list(let values): .list(value(values, named: valueName, on: line))
    }
  }

  /// Returns the suggestions for a value by its name in the help, such as `folder`.
  private func value(named name: String) -> LineValue {
    switch name {
    case "folder": .paths(.none)
    case "file", "files", "options and files": .paths(.all)
    case "library": libraries
    case "rule": rules
    case "library, rule or files": .any([rules, libraries, .paths(.all)])
    case "stage":
      .words(tool.components.stages.descriptions.map { Candidate($0.name, $0.summary) })
    case "plugin": .any([plugins, .paths(.all)])
    default: .free
    }
  }

  /// Returns the options of the rule on the line, which was parsed with the command's own alone.
  func addedOptions(on line: ParsedLine) -> [CommandInput] {
    guard Self.takesRuleOptions(line.command), let rule = rule(on: line),
      let file = try? tool.ruleFile(rule, tool.messages()),
      let loaded = try? tool.loader(tool.messages()).inspect(file, now: .current, prints: false)
    else { return line.command == ["pick"] ? FindSelection().inputs(in: tool) : [] }
    return loaded.declared.inputs(in: tool).filter(\.isShown)
  }

  /// Returns the number of the command's arguments that options on the line replace.
  func skippedArguments(on line: ParsedLine) -> Int {
    // If the rule is a text, no argument names one.
    ["run", "explain"].contains(line.command.first) && line.hasOption(RuleSubject.textOption)
      ? 1 : 0
  }

  /// Returns true if a word in place of a command's name is a rule, which is run as by `run`.
  func isRule(_ word: String) -> Bool { tool.isRule(Self.expanded(word)) }

  /// Returns the suggestions, besides the commands, for the word in place of a command's name.
  func value(inPlaceOfCommand typed: String) -> LineValue {
    typed.contains("/") ? .paths(.named(suffix: ".lua")) : namedRules
  }

  /// The suggestions behind `help` besides the commands.
  var helpSubjects: LineValue {
    .any([.words(HelpTopic.allCases.map { Candidate($0.rawValue, $0.summary) }), namedRules])
  }

  /// Returns true for the commands that leave unknown options to a rule.
  private static func takesRuleOptions(_ command: [String]) -> Bool {
    ["run", "watch", "explain", "pick"].contains(command.first)
      || command == ["service", "install"]
      || command.first == "auth" && command.count == 2
  }

  /// Returns the rule that the line names; nil for standard input, which can be read only once.
  private func rule(on line: ParsedLine) -> RuleSubject? {
    if let text = line.values(of: RuleSubject.textOption).last { return .text(text) }
    guard let word = (line.arguments + line.laterArguments).first, word != RuleSubject.inputWord,
      !word.hasPrefix("/dev/")
    else { return nil }
    return .word(Self.expanded(word), from: origin(on: line))
  }

  private func origin(on line: ParsedLine) -> RuleFolders.Origin? {
    RuleFolders.Origin.allCases.first { line.hasOption($0.option) }
  }

  /// Returns a path in which the home folder is expanded as the shell will do.
  static func expanded(_ path: String) -> String {
    guard let home = Environment["HOME"],
      let start = ["~/", "$HOME/"].first(where: { path.hasPrefix($0) })
    else { return path }
    return home + "/" + path.dropFirst(start.count)
  }
}

/// The suggestions that are computed only when the line needs them.
extension ToolCompletionVocabulary {
  private var rules: LineValue { .any([namedRules, .paths(.named(suffix: ".lua"))]) }

  private var namedRules: LineValue {
    .found { [self] typed, line in
      if typed.contains("/") { return [] }
      let origin = origin(on: line)
      let all = tool.ruleFolders.all().filter { origin == nil || $0.origin == origin }
      return all.reduce(into: []) { names, rule in
        if names.last?.text != rule.name {
          names.append(Candidate(rule.name, "rule, \(rule.origin.rawValue)"))
        }
      }
    }
  }

  private var libraries: LineValue {
    let kinds = tool.components.libraries
    let found = LineValue.found { typed, _ in
      if typed.contains("/") { return [] }
      return kinds.flatMap { kind in kind.words.map { Candidate($0, kind.summary) } }
    }
    return .any([found, .paths(.none)])
  }

  private var albums: LineValue {
    .found { [tool, time] _, line in
      // The other half of the time is left for everything else.
      AlbumCompletion(named: line.values(of: "--library"), within: time / 2, in: tool).albums
    }
  }

  private var fields: LineValue {
    .found { [tool] _, _ in
      DescribedField.all(adding: tool.components.fieldTable.added)
        .map { Candidate($0.name, $0.summary) }
    }
  }

  /// The names of plugins, which are found without loading them.
  private var plugins: LineValue {
    .found { [tool] _, _ in tool.pluginPlaces.all().map { Candidate($0.name) } }
  }

  /// The fields to sort by, with a dash before them for descending order.
  private var sortKeys: LineValue {
    .found { [tool] typed, _ in
      let sign = typed.hasPrefix("-") ? "-" : ""
      return DescribedField.all(adding: tool.components.fieldTable.added)
        .map { Candidate(sign + $0.name, $0.summary) }
    }
  }

  /// The members of the records that the command prints.
  private var members: LineValue {
    .found { [self] _, line in
      let members: RecordMembers
      switch line.command {
      case ["albums"]: members = RecordMembers([.album], in: tool)
      case ["ledger", "list"]: members = RecordMembers([.offer], in: tool)
      case ["plugins", "list"]: members = RecordMembers([.plugin], in: tool)
      case ["auth", "log"]: members = RecordMembers([.decision], in: tool)
      case ["auth", "status"]: members = RecordMembers([.permission], in: tool)
      default:
        let rule = rule(on: line).flatMap {
          try? Rule($0, words: [], now: .current, in: tool, tool.messages())
        }
        members = rule?.recordMembers(in: tool) ?? RecordMembers([.asset], in: tool)
      }
      return members.names.map { Candidate($0) }
    }
  }
}
