internal import Sessions

extension Command {
  /// The tool: all its commands, in the order of the help.
  static let root = Command(
    CommandText(
      "shotflow",
      "Find, pick, sort out and export photos of any library, by commands or small rules in Lua.",
      """
      A command prints a record for each picture, one JSON object a line; on a terminal a table. A \
      rule says which photos are wanted and what becomes of them, and is run by its name:

        shotflow find --screenshots --within 7d
        shotflow run recent
      """,
      examples: [
        "shotflow albums ~/Pictures  # List the albums of a folder of pictures",
        "shotflow run recent --library ~/Pictures | jq -r .path  # Offer the screenshot that was taken a moment ago, and print its path",
        "shotflow help  # List the commands, and the subjects that help explains",
      ]),
    [
      RunCommand.command, WatchCommand.command, .service, FindCommand.command,
      StageCommand.command, PickCommand.command, ShowCommand.command, AlbumsCommand.command,
      BrowseCommand.command, CheckCommand.command, TestCommand.command, ExplainCommand.command,
      WhyCommand.command, PlanCommand.command, SplitCommand.command, RulesCommand.command,
      NewCommand.command, .plugins, .config, StagesCommand.command, FieldsCommand.command,
      LibrariesCommand.command, NotifiersCommand.command, .auth, .ledger, UndoCommand.command,
      .cache, DoctorCommand.command, SampleCommand.command, ExitStatusCommand.command,
      EnvironmentCommand.command, CompletionsCommand.command, ReferenceCommand.command,
      HelpCommand.command,
    ])

  /// Returns the command that `shotflow NAME` runs; nil for another word, which may be a rule.
  static func named(_ name: String) -> Command? {
    root.subcommands.first { $0.text.name == name }
  }
}
