internal import ArgumentParser
internal import Pipeline
internal import Sessions

struct AuthCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "auth",
    abstract: "Show or change what rules may use.",
    discussion: """
      A library that a rule names itself, a guessed library, and capabilities that the rule wants \
      need the person's permission, once for each rule. A library that the person named and files \
      that are handed over need none.
      """,
    subcommands: [
      AuthStatusCommand.self, AuthRequestCommand.self, AuthGrantCommand.self,
      AuthLimitCommand.self, AuthRevokeCommand.self, AuthDenyCommand.self, AuthLogCommand.self,
      AuthPathCommand.self,
    ])
}

struct AuthDenyCommand: ToolCommand {
  static let configuration = CommandConfiguration(
    commandName: "deny", abstract: "Refuse a rule what it asks for; it never asks again.")

  @Argument(help: ArgumentHelp("The rule: a name, or a Lua file.", valueName: "rule"))
  var rule: String

  @OptionGroup var options: AuthOptions

  @Argument(parsing: .allUnrecognized, help: "Options of the rule.")
  var rest: [String] = []

  func run(in tool: Tool) throws {
    try AuthSession(rule, options, ruleWords: rest, in: tool).decide(.denied)
  }
}

struct AuthGrantCommand: ToolCommand {
  static let configuration = CommandConfiguration(
    commandName: "grant", abstract: "Permit a rule what it asks for.",
    discussion: "The permission holds for the rule as it is; an edited rule asks again.")

  @Argument(help: ArgumentHelp("The rule: a name, or a Lua file.", valueName: "rule"))
  var rule: String

  @OptionGroup var options: AuthOptions

  @Flag(
    help: """
      Also when the rule is edited, as long as the file is your own and it asks for nothing more.
      """)
  var afterEdits = false

  @Argument(parsing: .allUnrecognized, help: "Options of the rule.")
  var rest: [String] = []

  func run(in tool: Tool) throws {
    try AuthSession(rule, options, ruleWords: rest, in: tool).decide(
      .authorized, followsEdits: afterEdits)
  }
}

struct AuthLimitCommand: ToolCommand {
  static let configuration = CommandConfiguration(
    commandName: "limit",
    abstract: "Permit a rule some assets of a library; the rest does not exist for it.",
    discussion: """
      Without identifiers, they are read from standard input: one a line, or records, as a run \
      prints them.
      """)

  @Argument(help: ArgumentHelp("The rule: a name, or a Lua file.", valueName: "rule"))
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

  @OptionGroup var origin: RuleOriginOptions

  func run(in tool: Tool) throws {
    var options = AuthOptions()
    options.library = library.map { [$0] } ?? []
    options.allow = []
    options.origin = origin
    try AuthSession(rule, options, ruleWords: [], in: tool)
      .limit(to: identifiers, adds: add, followsEdits: afterEdits)
  }
}

struct AuthLogCommand: ToolCommand {
  static let configuration = CommandConfiguration(
    commandName: "log", abstract: "Show what was decided about rules, the newest last.")

  @OptionGroup var output: FormatOptions

  @OptionGroup var colors: ColorOptions

  @Flag(help: "The same as --format ndjson.")
  var json = false

  func run(in tool: Tool) throws {
    try AuthSession.showLog(in: try output.request(asJSON: json, in: tool), of: tool)
  }
}

struct AuthPathCommand: ToolCommand {
  static let configuration = CommandConfiguration(
    commandName: "path", abstract: "Print where the decisions are kept.")

  func run(in tool: Tool) throws {
    try tool.messages().reporting { tool.output.write(try tool.permissions().path + "\n") }
  }
}

struct AuthRequestCommand: ToolCommand {
  static let configuration = CommandConfiguration(
    commandName: "request",
    abstract: "Ask now what the rule would ask when it runs; 77 when it may not run afterwards.")

  @Argument(help: ArgumentHelp("The rule: a name, or a Lua file.", valueName: "rule"))
  var rule: String

  @Argument(parsing: .allUnrecognized, help: "Options of the rule and of run.")
  var rest: [String] = []

  func run(in tool: Tool) throws {
    let request = try tool.messages().reporting(rulePath: rule) { try RunRequest([rule] + rest) }
    try RuleSession(request.subject ?? .word(rule), request, in: tool)
      .requestPermissions()
  }
}

struct AuthRevokeCommand: ToolCommand {
  static let configuration = CommandConfiguration(
    commandName: "revoke", abstract: "Take back what was decided about a rule; it asks again.")

  @Argument(
    help: ArgumentHelp(
      "The rule: a name, a Lua file, or the beginning of its hash, as the status shows it.",
      valueName: "rule"))
  var rule: String?

  @OptionGroup var options: AuthOptions

  @Flag(help: "All decisions about all rules.")
  var all = false

  @Argument(parsing: .allUnrecognized, help: "Options of the rule.")
  var rest: [String] = []

  func validate() throws {
    if rule == nil, !all { throw ValidationError("name a rule, or say --all") }
    if rule != nil, all { throw ValidationError("name a rule or say --all, not both") }
  }

  func run(in tool: Tool) throws {
    try AuthSession(rule ?? "", options, ruleWords: rest, in: tool).revoke(all: all)
  }
}

struct AuthStatusCommand: ToolCommand {
  static let configuration = CommandConfiguration(
    commandName: "status",
    abstract: "Show what a rule may use of what it asks for; without a rule, all decisions.")

  @Argument(help: ArgumentHelp("The rule: a name, or a Lua file.", valueName: "rule"))
  var rule: String?

  @OptionGroup var options: AuthOptions

  @OptionGroup var output: FormatOptions

  @OptionGroup var colors: ColorOptions

  @Flag(help: "The same as --format ndjson.")
  var json = false

  @Argument(parsing: .allUnrecognized, help: "Options of the rule.")
  var rest: [String] = []

  func run(in tool: Tool) throws {
    try AuthSession(rule ?? "", options, ruleWords: rest, in: tool).show(
      ofRule: rule != nil, in: try output.request(asJSON: json, in: tool))
  }
}
