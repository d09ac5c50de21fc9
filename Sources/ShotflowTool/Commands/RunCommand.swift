internal import ArgumentParser
internal import Pipeline

/// Runs a rule and prints a record for each asset that comes through.
struct RunCommand: ToolCommand {
  static var configuration: CommandConfiguration {
    CommandConfiguration(
      commandName: "run",
      abstract: "Run a rule: one record a line on standard output, nothing else.",
      discussion: """
        Options that the rule declares stand behind it; "\(ToolName.declared) run RULE --help" \
        lists them.
        Messages and progress go to standard error. "\(ToolName.declared) help exit-status" \
        explains the exit
        status.
        """,
      helpNames: [])
  }

  @Argument(help: ArgumentHelp("The rule, a Lua file.", valueName: "rule"))
  var rule: String?

  @OptionGroup var options: RunOptions

  @Flag(name: .shortAndLong, help: "Show help; behind a rule, the options of that rule.")
  var help = false

  @Argument(
    parsing: .allUnrecognized,
    help: ArgumentHelp(
      "Options of the rule, and files to hand it.", valueName: "options and files"))
  var rest: [String] = []

  func run(in tool: Tool) throws {
    try Self.run(RunRequest(options, rule: rule ?? "", ruleWords: rest), wantsHelp: help, in: tool)
  }

  /// Runs with the words behind `run`; see ``RunRequest`` for why it does not wait for the parser.
  static func run(_ words: [String], in tool: Tool) throws {
    let request: RunRequest
    do {
      request = try RunRequest(words)
    } catch {
      throw tool.messages().report(error, rulePath: "")
    }
    try run(request, wantsHelp: request.wantsHelp, in: tool)
  }

  private static func run(
    _ request: RunRequest, wantsHelp: Bool, in tool: Tool
  ) throws {
    if let rule = request.rule, !rule.isEmpty {
      try RuleSession(rule, request, in: tool).run(showsHelp: wantsHelp)
    } else if wantsHelp {
      let text = tool.declaring { RootCommand.helpMessage(for: Self.self) }
      tool.output.write(text + "\n")
    } else {
      let problem = UsageProblem("no rule is named; a rule is a Lua file, such as rules/recent.lua")
      throw tool.messages().report(problem, rulePath: "")
    }
  }
}
