internal import ArgumentParser

/// Shows the variables that the program reads; `shotflow help environment` shows the same.
struct EnvironmentCommand: ToolCommand {
  static var configuration: CommandConfiguration {
    CommandConfiguration(
      commandName: "environment",
      abstract: "Show the environment variables that \(ToolName.declared) reads.",
      discussion: table)
  }

  private static var table: String {
    EnvironmentVariable.all.map { variable in
      let padding = String(repeating: " ", count: max(1, 19 - variable.name.count))
      let standard = variable.standard.isEmpty ? "" : "; else \(variable.standard)"
      return "  \(variable.name)\(padding)\(variable.meaning)\(standard)"
    }.joined(separator: "\n")
  }

  func run(in tool: Tool) {
    tool.output.write(Self.table + "\n")
  }
}
