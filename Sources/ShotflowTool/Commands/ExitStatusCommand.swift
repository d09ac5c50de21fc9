internal import ArgumentParser

/// Shows what the exit statuses mean; `shotflow help exit-status` shows the same.
struct ExitStatusCommand: ToolCommand {
  static var configuration: CommandConfiguration {
    CommandConfiguration(
      commandName: "exit-status",
      abstract: "Show what the exit statuses mean.",
      discussion: table(of: ToolName.declared))
  }

  private static func table(of toolName: String) -> String {
    ExitStatus.allCases.map { status in
      let number = "\(status.rawValue)"
      return String(repeating: " ", count: 5 - number.count) + number + "  "
        + status.summary(of: toolName)
    }.joined(separator: "\n")
  }

  func run(in tool: Tool) {
    tool.output.write(Self.table(of: tool.name) + "\n")
  }
}
