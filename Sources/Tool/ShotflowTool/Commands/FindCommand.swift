internal import ArgumentParser
internal import Pipeline
internal import Sessions

struct FindCommand: ToolCommand {
  static var configuration: CommandConfiguration {
    CommandConfiguration(
      commandName: "find",
      abstract: "Find assets by options of the command line, without a rule file.",
      discussion: """
        Every field of rules is an option, in the spelling of the command line:

          \(ToolName.declared) find --album Holiday --media-type video --taken 2024
          \(ToolName.declared) find --near 54.36,18.64,5km --sort -creationDate --limit 10
          \(ToolName.declared) find --pixel-width 4000.. --no-location --print-rule

        Numbers and dates take 1000.., ..2000, 1000..2000 or '>=1000'; dates also 2024, 2024-12, \
        2024-12-31, today or 30s; texts take * and ?, ~ in front for a part, = for this text alone. \
        A name or a text that people typed is also found in capitals if you type none, unless there \
        is --case-sensitive. \
        present and absent ask whether a field is known, ! in front leaves out what fits. Options hold \
        together; one that is repeated means one of its values. "\(ToolName.declared) find --help" \
        lists all options.
        """,
      helpNames: [])
  }

  @OptionGroup var options: RunOptions

  @Flag(help: "Print the rule that the options mean, instead of running it.")
  var printRule = false

  @Flag(help: "Tell capitals from small letters even in values without capitals.")
  var caseSensitive = false

  @Flag(help: "Print the number of assets alone.")
  var count = false

  @Option(
    help: """
      Print how many assets there are for each value of a field, or of a text with fields in braces: \
      camera-model, '{localDate:%Y-%m}'. May be repeated.
      """)
  var countBy: [String] = []

  @Argument(
    parsing: .allUnrecognized,
    help: ArgumentHelp("Options of fields; files, with --stdin.", valueName: "fields and files"))
  var rest: [String] = []

  /// Is required by the protocol, but never called: ``run(_:in:)`` parses the arguments itself.
  func run(in tool: Tool) throws {
    try Self.run(rest, in: tool)
  }

  /// Runs the command with the arguments after `find`, which it parses by hand like those of `run`.
  static func run(_ words: [String], in tool: Tool) throws {
    try tool.messages().reporting {
      let request = try RunRequest(words, takesRule: false)
      if request.wantsHelp { return tool.output.write(help(in: tool)) }
      let query = try FindQuery(
        request.ruleWords, includingEverything: request.includesEverything, in: tool.components)
      let text = try query.rule(from: [tool.name, "find"] + words)
      let own = request.with(ruleWords: query.files)
      let session = RuleSession(
        .program(text, name: "find"), query.countsAll ? own.printing("{count}") : own, in: tool)
      if query.printsRule {
        try session.check()
        tool.output.write(text)
      } else {
        try session.run(showsHelp: false)
      }
    }
  }

  private static func help(in tool: Tool) -> String {
    let rows = FindFlag.all(in: tool.components).map { flag in
      ["  --\(flag.name)" + (flag.valueName.map { " <\($0)>" } ?? ""), flag.summary]
    }
    return tool.declaring { RootCommand.helpMessage(for: Self.self) } + "\n\nFIELDS:\n"
      + "\(TextTable(rows, alignsNumbers: false))"
  }
}
