package import ArgumentParser

/// The options of every run.
package struct RunOptions: RunOptionGroup {
  package static var entries: [RunOption] { RunRequest.options(in: .run, .format) }

  package var request = RunRequest()

  package init() {}
}

/// The options for a run on a part of a library, while other processes run the rule on other parts.
package struct ShardOptions: RunOptionGroup {
  package static var entries: [RunOption] { RunRequest.options(in: .shard) }

  package var request = RunRequest()

  package init() {}
}

/// The options of a command that prints records.
package struct FormatOptions: RunOptionGroup {
  package static var entries: [RunOption] { RunRequest.options(in: .format) }

  package var request = RunRequest()

  package init() {}
}

/// The flag `--help` of commands in which a rule with options of its own may follow.
package struct HelpOptions: RunOptionGroup {
  package static var entries: [RunOption] { RunRequest.options(in: .help) }

  package var request = RunRequest()

  package init() {}
}

/// The options that choose between rules of one name.
package struct RuleOriginOptions: ParsableArguments {
  @Flag(help: "A name means a rule of your own.")
  package var user = false

  @Flag(help: "A name means a rule that ships, even where one of your own has the same name.")
  package var shipped = false

  package init() {}

  package func validate() throws {
    if user, shipped { throw ValidationError("--user and --shipped exclude each other") }
  }

  package var choice: RuleFolders.Origin? { user ? .user : shipped ? .shipped : nil }
}

/// The options that give a rule by its text, or choose between rules of one name.
package struct RuleOptions: ParsableArguments {
  @Option(
    name: .customShort("e"), parsing: .unconditionalSingleValue,
    help: ArgumentHelp("The text of the rule. May be repeated.", valueName: "text"))
  var expression: [String] = []

  @OptionGroup package var origin: RuleOriginOptions

  package init() {}

  /// The rule in the texts of all `-e` options; nil without one.
  package var text: RuleSubject? {
    expression.isEmpty ? nil : .text(expression.joined(separator: "\n"))
  }

  /// Returns the rule and its arguments; nil without a rule. The first argument, `word`, belongs to
  /// the rule if the rule is a text.
  package func rule(
    _ word: String?, _ rest: [String]
  ) -> (subject: RuleSubject, words: [String])? {
    if let text { return (text, [word].compactMap(\.self) + rest) }
    return word.map { (.word($0, from: origin.choice), rest) }
  }

  /// Returns the session of a command line that names a rule; nil if it names none.
  package func session(
    _ word: String?, _ options: RunOptions, _ rest: [String], in tool: Tool
  ) -> RuleSession? {
    rule(word, rest).map { subject, words in
      RuleSession(
        subject, options.request.with(subject: subject, ruleWords: words), in: tool)
    }
  }
}
