internal import ArgumentParser
internal import Console

/// Shows what the exit statuses mean; `shotflow help exit-status` shows the same.
struct ExitStatusCommand: ToolCommand {
  static let configuration = CommandConfiguration(
    commandName: "exit-status", abstract: "Show what the exit statuses mean.")

  func run(in tool: Tool) throws {
    tool.output.write(HelpTopic.exitStatus.blocks(for: tool), tool.style)
  }
}
