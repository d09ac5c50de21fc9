internal import ArgumentParser
internal import Pipeline

/// Permits what a rule asks for.
struct AuthGrantCommand: ToolCommand {
  static let configuration = CommandConfiguration(
    commandName: "grant", abstract: "Permit a rule what it asks for.",
    discussion: "The permission holds for the rule as it is; an edited rule asks again.")

  @Argument(help: ArgumentHelp("The rule, a Lua file.", valueName: "rule"))
  var rule: String

  @OptionGroup var options: AuthOptions

  @Flag(
    help: """
      Also when the rule is edited, as long as the file is your own and it asks for nothing more.
      """)
  var afterEdits = false

  @Argument(parsing: .allUnrecognized, help: "Options of the rule.")
  var rest: [String] = []

  func run(in tool: Tool) throws {
    try AuthSession(rule, options, ruleWords: rest, in: tool).decide(
      .authorized, followsEdits: afterEdits)
  }
}
