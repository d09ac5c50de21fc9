internal import ArgumentParser
internal import Console
internal import Pipeline

/// Shows and checks the user's settings.
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

/// Checks the file of settings, and those for rules against the rules.
struct ConfigCheckCommand: ToolCommand {
  static let configuration = CommandConfiguration(
    commandName: "check", abstract: "Check your settings, and the rules' options among them.")

  func run(in tool: Tool) throws {
    try ConfigSession(tool).check()
  }
}

/// Prints where settings are read from, whether or not there are any.
struct ConfigPathCommand: ToolCommand {
  static let configuration = CommandConfiguration(
    commandName: "path", abstract: "Print the path of the file of settings.")

  func run(in tool: Tool) throws {
    try ConfigSession(tool).printPath()
  }
}

/// Shows what holds for commands that name nothing, and why.
struct ConfigShowCommand: ToolCommand {
  static let configuration = CommandConfiguration(
    commandName: "show", abstract: "Show the settings that hold, and where each comes from.")

  @Flag(help: "One JSON object a line on a terminal, too.")
  var json = false

  func run(in tool: Tool) throws {
    try ConfigSession(tool).show(asJSON: json)
  }
}
