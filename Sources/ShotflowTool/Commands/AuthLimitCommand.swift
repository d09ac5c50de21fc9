internal import ArgumentParser

/// Permits a rule some assets of a library.
struct AuthLimitCommand: ToolCommand {
  static let configuration = CommandConfiguration(
    commandName: "limit",
    abstract: "Permit a rule some assets of a library; the rest does not exist for it.",
    discussion: """
      Without identifiers, they are read from standard input: one a line, or records, as a run
      prints them.
      """)

  @Argument(help: ArgumentHelp("The rule, a Lua file.", valueName: "rule"))
  var rule: String

  @Argument(help: ArgumentHelp("The assets' local identifiers.", valueName: "identifier"))
  var identifiers: [String] = []

  @Option(
    name: .shortAndLong,
    help: ArgumentHelp("The library, if the rule names none.", valueName: "folder"))
  var library: String?

  @Flag(help: "Beside those that were chosen before.")
  var add = false

  @Flag(help: "Also when the rule is edited, as long as it asks for nothing more.")
  var afterEdits = false

  func run(in tool: Tool) throws {
    var options = AuthOptions()
    options.library = library.map { [$0] } ?? []
    options.allow = []
    try AuthSession(rule, options, ruleWords: [], in: tool)
      .limit(to: identifiers, adds: add, followsEdits: afterEdits)
  }
}
