internal import ArgumentParser
internal import Pipeline
internal import Sessions

struct ConfigCommand: ParsableCommand {
  static var configuration: CommandConfiguration {
    CommandConfiguration(
      commandName: "config",
      abstract: "Show or check your settings.",
      discussion: """
        They are a Lua file that returns a table:

          return {
            library = "~/Pictures",
            color = "auto",
            progress = "none",
            rules = { recent = { window = "1m" } },
          }

        Options of the command line count more. No setting permits a rule anything.
        """,
      subcommands: [ConfigPathCommand.self, ConfigCheckCommand.self, ConfigShowCommand.self])
  }
}

struct ConfigCheckCommand: ToolCommand {
  static let configuration = CommandConfiguration(
    commandName: "check", abstract: "Check your settings, and the rules' options among them.")

  func run(in tool: Tool) throws {
    try ConfigSession(tool).check()
  }
}

struct ConfigPathCommand: ToolCommand {
  static let configuration = CommandConfiguration(
    commandName: "path", abstract: "Print the path of the file of settings.")

  func run(in tool: Tool) throws {
    try ConfigSession(tool).printPath()
  }
}

struct ConfigShowCommand: ToolCommand {
  static let configuration = CommandConfiguration(
    commandName: "show", abstract: "Show the settings that hold, and where each comes from.")

  @Flag(help: "One JSON object a line on a terminal, too.")
  var json = false

  func run(in tool: Tool) throws {
    try ConfigSession(tool).show(asJSON: json)
  }
}
