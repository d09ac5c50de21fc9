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
        present and absent ask whether a field is known, ! in front leaves out what fits. An option that \
        is repeated means one of its values. "\(ToolName.declared) find --help" lists all options.
        """,
      helpNames: [])
  }

  @OptionGroup var options: RunOptions

  @Flag(help: "Print the rule that the options mean, instead of running it.")
  var printRule = false

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
      let text = query.rule(from: [tool.name, "find"] + words)
      let session = RuleSession(
        .program(text, name: "find"), request.with(ruleWords: query.files), in: tool)
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
