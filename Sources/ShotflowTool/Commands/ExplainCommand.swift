internal import ArgumentParser
internal import LuaBridge
internal import Pipeline

/// Shows what a rule will do: what the source answers, what is read, what runs side by side.
struct ExplainCommand: ToolCommand {
  static let configuration = CommandConfiguration(
    commandName: "explain",
    abstract: "Show the plan of a rule: what the source answers, which facets are read, what runs"
      + " side by side.")

  @Argument(help: ArgumentHelp("The rule, a Lua file.", valueName: "rule"))
  var rule: String

  @OptionGroup var options: RunOptions

  @Argument(parsing: .allUnrecognized, help: "Options of the rule.")
  var rest: [String] = []

  func run(in tool: Tool) throws {
    let request = RunRequest(options, rule: rule, ruleWords: rest)
    let session = RuleSession(rule, request, in: tool)
    tool.output.write("\(try session.explanation())")
  }
}
