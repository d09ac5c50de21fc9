internal import ArgumentParser
internal import Console

/// Shows the variables that the program reads; `shotflow help environment` shows the same.
struct EnvironmentCommand: ToolCommand {
  static var configuration: CommandConfiguration {
    CommandConfiguration(
      commandName: "environment",
      abstract: "Show the environment variables that \(ToolName.declared) reads.")
  }

  func run(in tool: Tool) throws {
    tool.output.write(HelpTopic.environment.blocks(for: tool), tool.style)
  }
}
