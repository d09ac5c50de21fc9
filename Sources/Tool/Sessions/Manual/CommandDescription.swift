/// A command with the names to type, for its manual page.
struct CommandDescription: Sendable {
  /// The names to type, from the tool's name to the subcommand's.
  let words: [String]
  let text: CommandText
  /// The options, flags and arguments that are shown.
  let inputs: [CommandInput]
  /// The subcommands that are shown.
  let subcommands: [CommandDescription]

  init(_ command: Command, below words: [String] = [], in tool: Tool) {
    text = command.text.called(by: tool.name)
    let words = words + [text.name]
    self.words = words
    inputs = command.inputs(tool).filter(\.isShown)
    subcommands = command.subcommands.filter(\.text.isShown).map {
      CommandDescription($0, below: words, in: tool)
    }
  }

  /// The command and all its subcommands, the outermost first.
  var all: [CommandDescription] { [self] + subcommands.flatMap(\.all) }
}
