internal import ArgumentParser
internal import Pipeline
internal import Sessions

struct ServiceCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "service",
    abstract: "Keep a watch running from login to logout.",
    discussion: """
      The service is a unit of your systemd, and runs without root. On macOS it is an agent of launchd.
      """,
    subcommands: [
      ServiceInstallCommand.self, ServiceStatusCommand.self, ServiceLogsCommand.self,
      ServiceRemoveCommand.self,
    ])
}

struct ServiceInstallCommand: ToolCommand {
  static var configuration: CommandConfiguration {
    CommandConfiguration(
      commandName: "install",
      abstract: "Install the service of one or more rules, and start it.",
      discussion: """
        Takes the words of \(ToolName.declared) watch. Permissions that a rule needs are asked for \
        now, since a service can't ask. A service of the same rules is replaced. With --dry-run the \
        unit is printed and nothing is installed.
        """)
  }

  @Argument(
    help: ArgumentHelp(
      "The rule: a name, or a Lua file. More may follow.", valueName: "rule"))
  var rule: String

  @OptionGroup var origin: RuleOriginOptions

  @OptionGroup var options: RunOptions

  @Option(
    help: ArgumentHelp(
      "How many folders are watched at most; others are looked at once a second.",
      valueName: "number"))
  var maxWatches: String?

  @Argument(
    parsing: .allUnrecognized,
    help: ArgumentHelp("Options of the rule, and more rules.", valueName: "options and rules"))
  var rest: [String] = []

  func run(in tool: Tool) throws {
    let subject = RuleSubject.word(rule, from: origin.choice)
    let request = options.request.with(subject: subject, ruleWords: rest)
    // The arguments as typed, since they contain the rule's own.
    let words = CommandLine.arguments.drop { $0 != "install" }.dropFirst()
      .filter { $0 != "--dry-run" }
    try ServiceSession(tool).install(
      subject, request, words: words, isDryRun: request.isDryRun)
  }
}

struct ServiceStatusCommand: ToolCommand {
  static let configuration = CommandConfiguration(
    commandName: "status", abstract: "Show whether services run, by systemctl.")

  @Argument(
    help: ArgumentHelp("The rules of the service; without them, all services.", valueName: "rule"))
  var rules: [String] = []

  func run(in tool: Tool) throws {
    try ServiceSession(tool).status(rules)
  }
}

struct ServiceLogsCommand: ToolCommand {
  static let configuration = CommandConfiguration(
    commandName: "logs", abstract: "Show the messages of services, by journalctl.")

  @Argument(
    help: ArgumentHelp("The rules of the service; without them, all services.", valueName: "rule"))
  var rules: [String] = []

  @Flag(name: .shortAndLong, help: "Go on with new messages as they come.")
  var follow = false

  func run(in tool: Tool) throws {
    try ServiceSession(tool).logs(rules, follows: follow)
  }
}

struct ServiceRemoveCommand: ToolCommand {
  static let configuration = CommandConfiguration(
    commandName: "remove", abstract: "End a service and remove it.")

  @Argument(help: ArgumentHelp("The rules of the service.", valueName: "rule"))
  var rules: [String]

  func run(in tool: Tool) throws {
    try ServiceSession(tool).remove(rules)
  }
}
