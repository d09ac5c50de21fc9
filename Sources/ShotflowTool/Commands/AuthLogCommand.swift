internal import ArgumentParser

/// Shows what was decided, and when.
struct AuthLogCommand: ToolCommand {
  static let configuration = CommandConfiguration(
    commandName: "log", abstract: "Show what was decided about rules, the newest last.")

  @Flag(help: "One JSON object a line instead of a table.")
  var json = false

  func run(in tool: Tool) throws {
    try AuthSession.showLog(asJSON: json, in: tool)
  }
}
