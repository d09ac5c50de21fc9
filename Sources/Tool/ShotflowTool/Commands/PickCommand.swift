internal import Sessions

struct PickCommand: RuleCommand {
  static let text = CommandText(
    "pick", "Choose pictures in the terminal or on a page.",
    """
    Picks from a library, from what a rule gives, from files, or with - from the records or paths \
    on standard input:

      shotflow pick ~/Pictures --limit 3
      shotflow pick --in DCIM --screenshots --taken 2024
      shotflow pick rules/album.lua --album Holiday
      find . -name '*.jpg' | shotflow pick - | jq -r .path

    The options of find that select pictures, but --limit, select those that are listed; a rule \
    has them that declares selection = true.

    Type to filter. Tab marks and goes down, as does Space while nothing is typed; Shift-Tab goes up, \
    Ctrl-A marks all, Ctrl-U clears the text. Enter ends with what is marked, or with the row under the \
    cursor where nothing is; Escape cancels. The list is shown on the terminal, so standard input \
    and output can be pipes. With --page it is shown in the \
    browser, and "Choose" finishes.
    """,
    examples: [
      "shotflow pick ~/Pictures --limit 3 | jq -r .path  # Choose up to three pictures on the terminal",
      "shotflow pick --page ~/Pictures | jq -r .path  # Choose pictures on a page in the browser",
    ])

  var line = RuleLine()
  /// The options of `find` that select pictures, each with its value.
  var selection: [String] = []
  var limit: String?
  var selected: [String] = []
  var page = false
  var noOpen = false

  static func entries(in tool: Tool) -> [CommandEntry<Self>] {
    let entries: [CommandEntry<Self>] = [
      .option(
        "--limit", \.limit, "number", "The largest number of picks; 0 for no limit.",
        takesDashes: true),
      .list(
        "--selected", \.selected, "identifiers",
        "Assets that are already picked: a number, or identifiers or paths, in order. May be repeated.",
        takesDashes: true),
      .flag("--page", \.page, "Pick on a page in the browser instead of the terminal."),
      .flag(
        "--no-open", \.noOpen,
        "With --page: print the page's address instead of opening the browser."),
    ]
    let line = lineEntries(
      (
        "library, rule or files",
        "A library, a rule (a name or a Lua file), files, or - for standard input; else your library."
      ), rest: ("options and files", "Options of the rule, and more files."))
    return entries + line + FindSelection.entries(\.selection, in: tool)
  }

  func run(in tool: Tool) throws { try PickSession(self, in: tool).run() }
}
