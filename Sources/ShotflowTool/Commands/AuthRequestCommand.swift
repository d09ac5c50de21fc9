internal import ArgumentParser

/// Asks now what a rule would ask when it runs.
struct AuthRequestCommand: ToolCommand {
  static let configuration = CommandConfiguration(
    commandName: "request",
    abstract: "Ask now what the rule would ask when it runs; 77 when it may not run afterwards.")

  @Argument(help: ArgumentHelp("The rule, a Lua file.", valueName: "rule"))
  var rule: String

  @Argument(parsing: .allUnrecognized, help: "Options of the rule and of run.")
  var rest: [String] = []

  func run(in tool: Tool) throws {
    let request: RunRequest
    do {
      request = try RunRequest([rule] + rest)
    } catch {
      throw tool.messages().report(error, rulePath: rule)
    }
    try RuleSession(rule, request, in: tool).requestPermissions()
  }
}
