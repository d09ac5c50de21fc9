internal import ArgumentParser
internal import Pipeline

/// Takes back what was decided about a rule.
struct AuthRevokeCommand: ToolCommand {
  static let configuration = CommandConfiguration(
    commandName: "revoke", abstract: "Take back what was decided about a rule; it asks again.")

  @Argument(
    help: ArgumentHelp(
      "The rule: a Lua file, or the beginning of its hash, as the status shows it.",
      valueName: "rule"))
  var rule: String?

  @OptionGroup var options: AuthOptions

  @Flag(help: "All decisions about all rules.")
  var all = false

  @Argument(parsing: .allUnrecognized, help: "Options of the rule.")
  var rest: [String] = []

  func validate() throws {
    if rule == nil, !all { throw ValidationError("name a rule, or say --all") }
    if rule != nil, all { throw ValidationError("name a rule or say --all, not both") }
  }

  func run(in tool: Tool) throws {
    try AuthSession(rule ?? "", options, ruleWords: rest, in: tool).revoke(all: all)
  }
}
