internal import ArgumentParser
internal import Sessions

/// The root of all commands, for the argument parser.
struct RootCommand: ParsableCommand {
  static var configuration: CommandConfiguration {
    CommandConfiguration(
      commandName: ToolName.declared,
      abstract:
        "PhotoKit's vocabulary over any photo library, as a pipeline whose rules are Lua files.",
      discussion: """
        A rule says which photos are wanted and what becomes of them; \(ToolName.declared) runs it \
        over a library \
        and prints a record for each, one JSON object a line:

          \(ToolName.declared) run rules/recent.lua --library ~/Pictures
        """,
      version: Version.declared,
      subcommands: [
        RunCommand.self, WatchCommand.self, ServiceCommand.self, FindCommand.self,
        StageCommand.self, PickCommand.self,
        AlbumsCommand.self, BrowseCommand.self,
        CheckCommand.self, TestCommand.self,
        ExplainCommand.self, WhyCommand.self, PlanCommand.self, SplitCommand.self,
        RulesCommand.self, NewCommand.self, PluginsCommand.self, ConfigCommand.self,
        StagesCommand.self, FieldsCommand.self, LibrariesCommand.self, NotifiersCommand.self,
        AuthCommand.self, LedgerCommand.self, UndoCommand.self, CacheCommand.self,
        DoctorCommand.self, ExitStatusCommand.self, EnvironmentCommand.self,
        CompletionsCommand.self, ReferenceCommand.self,
      ])
  }
}

/// A command that receives the tool, with its name and components.
protocol ToolCommand: ParsableCommand {
  /// Runs the command; throws ``ExitStatus`` after it reported an error.
  func run(in tool: Tool) throws
}
