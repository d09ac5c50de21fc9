internal import Pipeline
internal import Sessions

extension Command {
  static let auth = Command(
    CommandText(
      "auth", "Show or change what rules may use.",
      """
      A library that a rule names itself, a guessed library, and capabilities that the rule wants \
      need the person's permission, once for each rule. A library that the person named and files \
      that are handed over need none.
      """,
      examples: ["shotflow auth status  # Show all decisions"]),
    [
      AuthStatusCommand.command, AuthRequestCommand.command, AuthGrantCommand.command,
      AuthLimitCommand.command, AuthRevokeCommand.command, AuthDenyCommand.command,
      AuthLogCommand.command, AuthPathCommand.command,
    ])
}

struct AuthDenyCommand: ToolCommand {
  static let text = CommandText(
    "deny", "Refuse a rule what it asks for; it never asks again.",
    examples: ["shotflow auth deny ./trips.lua  # Refuse a rule what it asks for"])

  var line = AuthLine()

  static func entries(in tool: Tool) -> [CommandEntry<Self>] {
    AuthLine.entries().map { $0.lifted(\.line) }
  }

  func validate() throws(UsageProblem) { try line.checkRule() }

  func run(in tool: Tool) throws { try AuthSession(line, in: tool).decide(.denied) }
}

struct AuthGrantCommand: ToolCommand {
  static let text = CommandText(
    "grant", "Permit a rule what it asks for.",
    "The permission holds for the rule as it is; an edited rule asks again.",
    examples: ["shotflow auth grant ./trips.lua  # Permit a rule what it asks for"])

  var line = AuthLine()
  var afterEdits = false

  static func entries(in tool: Tool) -> [CommandEntry<Self>] {
    let afterEdits = CommandEntry<Self>.flag(
      "--after-edits", \.afterEdits,
      """
      Also when the rule is edited, as long as the file is your own and it asks for nothing more.
      """)
    return AuthLine.entries().map { $0.lifted(\.line) } + [afterEdits]
  }

  func validate() throws(UsageProblem) { try line.checkRule() }

  func run(in tool: Tool) throws {
    try AuthSession(line, in: tool).decide(.authorized, followsEdits: afterEdits)
  }
}

struct AuthLimitCommand: ToolCommand {
  static let text = CommandText(
    "limit", "Permit a rule some assets of a library; the rest does not exist for it.",
    """
    Without identifiers, they are read from standard input: one a line, or records, as a run \
    prints them.
    """,
    examples: [
      "shotflow pick ~/Pictures | shotflow auth limit ./trips.lua --library ~/Pictures  # Permit a rule the assets that you pick"
    ])

  var rule: String = ""
  var identifiers: [String] = []
  var library: String?
  var add = false
  var afterEdits = false
  var origin: RuleFolders.Origin?

  static func entries(in tool: Tool) -> [CommandEntry<Self>] {
    let entries: [CommandEntry<Self>] = [
      .required("rule", \.rule, "The rule: a name, or a Lua file."),
      .arguments("identifier", \.identifiers, "The assets' local identifiers."),
      .option(
        "--library -l", \.library, "folder", "The library, if the rule names none.",
        values: .libraries),
      .flag("--add", \.add, "Beside those that were chosen before."),
      .flag(
        "--after-edits", \.afterEdits,
        "Also when the rule is edited, as long as it asks for nothing more."),
    ]
    return entries
      + RuleFolders.Origin.entries { (line, origin) throws(UsageProblem) in
        try origin.choose(in: &line.origin)
      }
  }

  func run(in tool: Tool) throws {
    var line = AuthLine()
    line.rule = rule
    line.libraries = library.map { [$0] } ?? []
    line.origin = origin
    try AuthSession(line, in: tool)
      .limit(to: identifiers, adds: add, followsEdits: afterEdits)
  }
}

struct AuthLogCommand: ToolCommand {
  static let text = CommandText(
    "log", "Show what was decided about rules, the newest last.",
    examples: ["shotflow auth log --format tsv  # Show all decisions with their dates"])

  var output = ListOptions()

  static func entries(in tool: Tool) -> [CommandEntry<Self>] {
    ListOptions.entries.map { $0.lifted(\.output) }
  }

  func run(in tool: Tool) throws {
    try AuthSession.showLog(in: try output.format(in: tool), of: tool)
  }
}

struct AuthPathCommand: ToolCommand {
  static let text = CommandText(
    "path", "Print where the decisions are kept.",
    examples: ["shotflow auth path  # Print where decisions are kept"])

  func run(in tool: Tool) throws {
    try tool.messages().reporting { tool.output.write(try tool.permissions().path + "\n") }
  }
}

struct AuthRequestCommand: RuleCommand {
  static let text = CommandText(
    "request", "Ask now what the rule would ask when it runs; 77 when it may not run afterwards.",
    examples: ["shotflow auth request ./trips.lua  # Answer a rule's questions before it runs"])

  var line = RuleLine()

  static func entries(in tool: Tool) -> [CommandEntry<Self>] {
    lineEntries(("rule", "The rule: a name, or a Lua file."))
  }

  func validate() throws(UsageProblem) { try line.checkRule() }

  func run(in tool: Tool) throws { try line.session(in: tool)?.requestPermissions() }
}

struct AuthRevokeCommand: ToolCommand {
  static let text = CommandText(
    "revoke", "Take back what was decided about a rule; it asks again.",
    examples: ["shotflow auth revoke --all  # Take back all decisions"])

  var line = AuthLine()
  var all = false

  static func entries(in tool: Tool) -> [CommandEntry<Self>] {
    let line = AuthLine.entries(
      rule: "The rule: a name, a Lua file, or the beginning of its hash, as the status shows it.")
    return line.map { $0.lifted(\.line) } + [
      .flag("--all", \.all, "All decisions about all rules.")
    ]
  }

  func validate() throws(UsageProblem) {
    if line.rule == nil, !all { throw UsageProblem("name a rule, or say --all") }
    if line.rule != nil, all { throw UsageProblem("name a rule or say --all, not both") }
  }

  func run(in tool: Tool) throws { try AuthSession(line, in: tool).revoke(all: all) }
}

struct AuthStatusCommand: ToolCommand {
  static let text = CommandText(
    "status", "Show what a rule may use of what it asks for; without a rule, all decisions.",
    examples: ["shotflow auth status ./trips.lua  # Show what a rule may use"])

  var line = AuthLine()
  var output = ListOptions()

  static func entries(in tool: Tool) -> [CommandEntry<Self>] {
    AuthLine.entries().map { $0.lifted(\.line) }
      + ListOptions.entries.map { $0.lifted(\.output) }
  }

  func run(in tool: Tool) throws {
    try AuthSession(line, in: tool).show(
      ofRule: line.rule != nil, in: try output.format(in: tool))
  }
}
