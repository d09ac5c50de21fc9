internal import ArgumentParser
internal import Pipeline
internal import Sessions

struct StageCommand: ToolCommand {
  static var configuration: CommandConfiguration {
    CommandConfiguration(
      commandName: "stage",
      abstract: "Run one stage over the records of standard input.",
      discussion: """
        The stage takes what it would take in a rule, without the outer braces:

          \(ToolName.declared) find --album Holiday | \(ToolName.declared) stage filter \
        'mediaType = "image", pixelWidth = at_least(1000)'
          \(ToolName.declared) stage source 'album = "Holiday"' --library ~/Pictures

        A text that begins with a brace or a parenthesis, or with "function", is taken as it stands. \
        --field names a member of the records that the stage is to know, with its type: \
        --field mood=text. "\(ToolName.declared) stages" lists the stages.
        """,
      helpNames: [])
  }

  @Argument(help: ArgumentHelp("The stage.", valueName: "stage"))
  var stage: String?

  @Argument(
    help: ArgumentHelp("The options of the stage, as a rule has them.", valueName: "options"))
  var text: String?

  @OptionGroup var options: RunOptions

  @Option(help: ArgumentHelp("A member of the records and its type.", valueName: "name=type"))
  var field: [String] = []

  @Argument(
    parsing: .allUnrecognized,
    help: ArgumentHelp("Pictures for the stage, in place of records.", valueName: "files"))
  var rest: [String] = []

  /// Is required by the protocol, but never called: ``run(_:in:)`` parses the arguments itself.
  func run(in tool: Tool) throws {
    try Self.run(rest, in: tool)
  }

  /// Runs the command with the arguments after `stage`, parsed by hand like those of `run`.
  static func run(_ words: [String], in tool: Tool) throws {
    try tool.messages().reporting {
      let request = try RunRequest(words, takesRule: false)
      if request.wantsHelp {
        return tool.writeHelp(on: Self.self)
      }
      let single = try SingleStage(request.ruleWords, in: tool)
      try RuleSession(
        .text(single.rule.text(in: tool, tool.messages()), label: single.rule.label),
        request.with(ruleWords: single.files),
        in: tool
      ).run(showsHelp: false)
    }
  }
}
