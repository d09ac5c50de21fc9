/// The options that give a rule by its text, or choose between rules of one name.
package struct RuleOptions {
  private var texts: [String] = []
  package private(set) var origin: RuleFolders.Origin?

  package init() {}

  /// The options in the order of the help.
  package static let entries: [CommandEntry<RuleOptions>] =
    [
      CommandEntry(
        RuleSubject.textOption, value: "text", help: "The text of the rule. May be repeated.",
        isRepeated: true, takesDashes: true
      ) { $0.texts.append($1) }
    ]
    + RuleFolders.Origin.entries { (options, origin) throws(UsageProblem) in
      try origin.choose(in: &options.origin)
    }

  /// The rule in the texts of all `-e` options; nil without one.
  package var text: RuleSubject? {
    texts.isEmpty ? nil : .text(texts.joined(separator: "\n"))
  }
}

extension RuleFolders.Origin {
  /// Returns the options that choose between rules of one name.
  package static func entries<Target>(
    choose: @escaping @Sendable (inout Target, Self) throws(UsageProblem) -> Void
  ) -> [CommandEntry<Target>] {
    allCases.map { origin in
      CommandEntry(
        origin.option,
        help: origin == .user
          ? "A name means a rule of your own."
          : "A name means a rule that ships, even where one of your own has the same name."
      ) { (target, _) throws(UsageProblem) in try choose(&target, origin) }
    }
  }

  /// Sets the origin; throws ``UsageProblem`` if that is another one already.
  package func choose(in origin: inout Self?) throws(UsageProblem) {
    if let origin, origin != self {
      throw UsageProblem("\(origin.option) and \(option) exclude each other")
    }
    origin = self
  }
}

/// The command line of a command about one rule: the rule, the options of a run, and the rule's own.
package struct RuleLine {
  /// The first argument: the rule, unless that is a text.
  package var word: String?
  /// The number of the rule's arguments in front of the first argument.
  fileprivate var place = 0
  package fileprivate(set) var options = RuleOptions()
  package var request = RunRequest()
  /// The arguments of the rule.
  package fileprivate(set) var rest: [String] = []
  package fileprivate(set) var wantsHelp = false

  package init() {}

  /// The rule that the line names, and the request with its arguments; nil without a rule.
  package var rule: (subject: RuleSubject, request: RunRequest)? {
    var request = request
    request.ruleWords = rest
    if let text = options.text {
      if let word { request.ruleWords.insert(word, at: place) }
      return (text, request)
    }
    return word.map { (.word($0, from: options.origin), request) }
  }

  /// Returns the session of the rule that the line names; nil if it names none.
  package func session(in tool: Tool) -> RuleSession? {
    rule.map { RuleSession($0.subject, $0.request, in: tool) }
  }

  /// Throws ``UsageProblem`` if the line names no rule.
  package func checkRule() throws(UsageProblem) {
    if rule == nil { throw UsageProblem("name a rule") }
  }

  /// Returns the problem of a line without a rule.
  package func absence(in tool: Tool) -> UsageProblem {
    UsageProblem(
      "no rule is named; type a name that \"\(tool.name) rules\" lists, or the path of a Lua file")
  }
}

/// A command about one rule.
package protocol RuleCommand: ToolCommand {
  var line: RuleLine { get set }
}

extension RuleCommand {
  /// Returns the arguments and options of the line in the order of the help.
  ///
  /// - Parameters:
  ///   - rule: the name of the first argument in the help, and its description.
  ///   - rest: those of the rule's own arguments.
  ///   - more: further options of the run.
  ///   - showsRuleHelp: true if `--help` behind a rule is about that rule.
  package static func lineEntries(
    _ rule: (name: String, help: String) = (
      "rule", "The rule: a name, a Lua file, or - for standard input."
    ),
    rest: (name: String, help: String) = ("options", "Options of the rule."),
    adding more: [RunOption] = [], showsRuleHelp: Bool = false
  ) -> [CommandEntry<Self>] {
    let ofRules = RuleOptions.entries
    let ofRuns = RunRequest.options + more
    var entries: [CommandEntry<Self>] = []
    entries.reserveCapacity(ofRules.count + ofRuns.count + 3)
    entries.append(
      CommandEntry(CommandInput([], value: rule.name, help: rule.help)) { command, word in
        (command.line.word, command.line.place) = (word, command.line.rest.count)
      })
    for entry in ofRules {
      entries.append(
        entry.lifted { (command: inout Self, set) throws(UsageProblem) in
          try set(&command.line.options)
        })
    }
    for entry in ofRuns {
      entries.append(
        entry.lifted { (command: inout Self, set) throws(UsageProblem) in
          try set(&command.line.request)
        })
    }
    if showsRuleHelp {
      entries.append(
        CommandEntry(
          "--help -h", help: "Show help; behind a rule, the options of that rule."
        ) { command, _ in command.line.wantsHelp = true })
    }
    entries.append(.rest(rest.name, rest.help) { $0.line.rest.append($1) })
    return entries
  }
}
