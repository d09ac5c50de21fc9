internal import ArgumentParser
internal import Pipeline
internal import Sessions

struct RunCommand: ToolCommand {
  static var configuration: CommandConfiguration {
    CommandConfiguration(
      commandName: "run",
      abstract: "Run a rule; print a record for each asset.",
      discussion: """
        Options that the rule declares stand behind it; "\(ToolName.declared) run RULE --help" \
        lists them. \
        Messages and progress go to standard error. "\(ToolName.declared) help exit-status" \
        explains the exit \
        status.
        """,
      helpNames: [])
  }

  @Argument(
    help: ArgumentHelp(
      "The rule: a name, a Lua file, or - for standard input.", valueName: "rule"))
  var rule: String?

  @OptionGroup var source: RuleOptions

  @OptionGroup var options: RunOptions

  @OptionGroup var shards: ShardOptions

  @OptionGroup var help: HelpOptions

  @Argument(
    parsing: .allUnrecognized,
    help: ArgumentHelp(
      "Options of the rule, and files to hand it.", valueName: "options and files"))
  var rest: [String] = []

  func run(in tool: Tool) throws {
    let named = source.rule(rule, rest)
    var request = options.request.with(subject: named?.subject, ruleWords: named?.words ?? rest)
    request.shard = shards.request.shard
    try Self.run(request, wantsHelp: help.request.wantsHelp, in: tool)
  }

  /// Runs the command with the arguments after `run`, which ``RunRequest`` parses by hand.
  static func run(_ words: [String], in tool: Tool) throws {
    let request = try tool.messages().reporting { try RunRequest(words) }
    try run(request, wantsHelp: request.wantsHelp, in: tool)
  }

  private static func run(
    _ request: RunRequest, wantsHelp: Bool, in tool: Tool
  ) throws {
    if let subject = request.subject, subject != .word("") {
      try RuleSession(subject, request, in: tool).run(showsHelp: wantsHelp)
    } else if wantsHelp {
      tool.writeHelp(on: Self.self)
    } else {
      let problem = UsageProblem(
        "no rule is named; type a name that \"\(tool.name) rules\" lists, or the path of a Lua file"
      )
      throw tool.messages().report(problem, rulePath: "")
    }
  }
}
