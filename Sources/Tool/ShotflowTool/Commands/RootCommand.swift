internal import ArgumentParser
internal import Sessions

/// The root of all commands, for the argument parser.
struct RootCommand: ParsableCommand {
  static var configuration: CommandConfiguration {
    CommandConfiguration(
      commandName: ToolName.declared,
      abstract:
        "Find, pick, sort out and export photos of any library, by commands or small rules in Lua.",
      discussion: """
        A command prints a record for each picture, one JSON object a line; on a terminal a table. A rule says \
        which photos are wanted and what becomes of them, and is run by its name:

          \(ToolName.declared) find --screenshots --within 7d
          \(ToolName.declared) run recent
        """,
      version: Version.declared,
      subcommands: commands)
  }

  private static var commands: [any ParsableCommand.Type] {
    [
      RunCommand.self, WatchCommand.self, ServiceCommand.self, FindCommand.self,
      StageCommand.self, PickCommand.self, ShowCommand.self,
      AlbumsCommand.self, BrowseCommand.self,
      CheckCommand.self, TestCommand.self,
      ExplainCommand.self, WhyCommand.self, PlanCommand.self, SplitCommand.self,
      RulesCommand.self, NewCommand.self, PluginsCommand.self, ConfigCommand.self,
      StagesCommand.self, FieldsCommand.self, LibrariesCommand.self, NotifiersCommand.self,
      AuthCommand.self, LedgerCommand.self, UndoCommand.self, CacheCommand.self,
      DoctorCommand.self, SampleCommand.self, ExitStatusCommand.self, EnvironmentCommand.self,
      CompletionsCommand.self, ReferenceCommand.self,
    ]
  }

  /// The names of all commands, listed since making their configurations slows down each start.
  private static let names = [
    "run", "watch", "service", "find", "stage", "pick", "show", "albums", "browse", "check", "test",
    "explain", "why", "plan", "split", "rules", "new", "plugins", "config", "stages", "fields",
    "libraries", "notifiers", "auth", "ledger", "undo", "cache", "doctor", "sample", "exit-status",
    "environment", "completions", "reference", "help",
  ]

  /// Returns true if `shotflow NAME` runs a command, not a rule.
  static func hasCommand(_ name: String) -> Bool { names.contains(name) }
}

/// A command that receives the tool, with its name and components.
protocol ToolCommand: ParsableCommand {
  /// Runs the command; throws ``ExitStatus`` after it reported an error.
  func run(in tool: Tool) throws
}
