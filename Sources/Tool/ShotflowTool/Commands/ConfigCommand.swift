internal import Pipeline
internal import Sessions

extension Command {
  static let config = Command(
    CommandText(
      "config", "Show or check your settings.",
      """
      They are a Lua file that returns a table:

        return {
          library = "~/Pictures",
          color = "auto",
          progress = "none",
          rules = { recent = { window = "1m" } },
        }

      Options of the command line count more. No setting permits a rule anything.
      """,
      examples: ["shotflow config show  # Show the settings, and where each comes from"]),
    [ConfigPathCommand.command, ConfigCheckCommand.command, ConfigShowCommand.command])
}

struct ConfigCheckCommand: ToolCommand {
  static let text = CommandText(
    "check", "Check your settings, and the rules' options among them.",
    examples: ["shotflow config check  # Check the settings"])

  func run(in tool: Tool) throws {
    try ConfigSession(tool).check()
  }
}

struct ConfigPathCommand: ToolCommand {
  static let text = CommandText(
    "path", "Print the path of the file of settings.",
    examples: ["$EDITOR \"$(shotflow config path)\"  # Edit the settings"])

  func run(in tool: Tool) throws {
    try ConfigSession(tool).printPath()
  }
}

struct ConfigShowCommand: ToolCommand {
  static let text = CommandText(
    "show", "Show the settings that hold, and where each comes from.",
    examples: ["shotflow config show --json | jq -r .value  # Print the values of all settings"])

  var json = false

  static func entries(in tool: Tool) -> [CommandEntry<Self>] {
    [.flag("--json", \.json, "One JSON object a line on a terminal, too.")]
  }

  func run(in tool: Tool) throws {
    try ConfigSession(tool).show(asJSON: json)
  }
}
