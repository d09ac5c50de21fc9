internal import ArgumentParser
internal import Pipeline

/// Refuses what a rule asks for.
struct AuthDenyCommand: ToolCommand {
  static let configuration = CommandConfiguration(
    commandName: "deny", abstract: "Refuse a rule what it asks for; it never asks again.")

  @Argument(help: ArgumentHelp("The rule, a Lua file.", valueName: "rule"))
  var rule: String

  @OptionGroup var options: AuthOptions

  @Argument(parsing: .allUnrecognized, help: "Options of the rule.")
  var rest: [String] = []

  func run(in tool: Tool) throws {
    try AuthSession(rule, options, ruleWords: rest, in: tool).decide(.denied)
  }
}
