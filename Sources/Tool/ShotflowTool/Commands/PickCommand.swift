internal import ArgumentParser
internal import Sessions

struct PickCommand: ToolCommand {
  static var configuration: CommandConfiguration {
    CommandConfiguration(
      commandName: "pick",
      abstract:
        "Choose pictures in the terminal or on a page.",
      discussion: """
        Picks from a library, from what a rule gives, from files, or with - from the records or paths \
        on standard input:

          \(ToolName.declared) pick ~/Pictures --limit 3
          \(ToolName.declared) pick --in DCIM --screenshots --taken 2024
          \(ToolName.declared) pick rules/album.lua --album Holiday
          find . -name '*.jpg' | \(ToolName.declared) pick - | jq -r .path

        The options of find that select pictures, but --limit, select those that are listed; a rule \
        has them that declares selection = true.

        Type to filter. Tab marks and goes down, as does Space while nothing is typed; Shift-Tab goes up, \
        Ctrl-A marks all, Ctrl-U clears the text. Enter ends with what is marked, or with the row under the \
        cursor where nothing is; Escape cancels. The list is shown on the terminal, so standard input \
        and output can be pipes. With --page it is shown in the \
        browser, and "Choose" finishes.
        """)
  }

  @Argument(
    help: ArgumentHelp(
      "A library, a rule (a name or a Lua file), files, or - for standard input; else your library.",
      valueName: "library, rule or files"))
  var subject: String?

  @Option(
    parsing: .unconditional,
    help: ArgumentHelp("The largest number of picks; 0 for no limit.", valueName: "number"))
  var limit: String?

  @Option(
    parsing: .unconditionalSingleValue,
    help: ArgumentHelp(
      "Assets that are already picked: a number, or identifiers or paths, in order. May be repeated.",
      valueName: "identifiers"))
  var selected: [String] = []

  @Flag(help: "Pick on a page in the browser instead of the terminal.")
  var page = false

  @Flag(help: "With --page: print the page's address instead of opening the browser.")
  var noOpen = false

  @OptionGroup var source: RuleOptions

  @OptionGroup var options: RunOptions

  @Argument(
    parsing: .allUnrecognized,
    help: ArgumentHelp("Options of the rule, and more files.", valueName: "options and files"))
  var rest: [String] = []

  func run(in tool: Tool) throws {
    try run(selecting: [], in: tool)
  }

  /// Runs the command with the options of `find` that select pictures, each with its value.
  func run(selecting selection: [String], in tool: Tool) throws {
    try PickSession(self, selecting: selection, in: tool).run()
  }
}
