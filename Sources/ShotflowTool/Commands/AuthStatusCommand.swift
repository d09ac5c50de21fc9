internal import ArgumentParser

/// Shows what rules may use.
struct AuthStatusCommand: ToolCommand {
  static let configuration = CommandConfiguration(
    commandName: "status",
    abstract: "Show what a rule may use of what it asks for; without a rule, all decisions.")

  @Argument(help: ArgumentHelp("The rule, a Lua file.", valueName: "rule"))
  var rule: String?

  @OptionGroup var options: AuthOptions

  @Flag(help: "One JSON object a line instead of a table.")
  var json = false

  @Argument(parsing: .allUnrecognized, help: "Options of the rule.")
  var rest: [String] = []

  func run(in tool: Tool) throws {
    try AuthSession(rule ?? "", options, ruleWords: rest, in: tool).show(
      ofRule: rule != nil, asJSON: json)
  }
}
