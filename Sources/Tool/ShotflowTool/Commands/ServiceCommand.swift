internal import Pipeline
internal import Sessions

extension Command {
  static let service = Command(
    CommandText(
      "service", "Keep a watch running from login to logout, or run a rule once a day.",
      """
      The service is a unit of your systemd, and runs without root. On macOS it is an agent of launchd.
      """,
      examples: ["shotflow service install recent --library ~/Pictures  # Install a service"]),
    [
      ServiceInstallCommand.command, ServiceStatusCommand.command, ServiceLogsCommand.command,
      ServiceRemoveCommand.command,
    ])
}

struct ServiceInstallCommand: RuleCommand {
  static let text = CommandText(
    "install", "Install the service of one or more rules, and start it.",
    """
    Takes the words of shotflow watch. Permissions that a rule needs are asked for \
    now, since a service can't ask. A service of the same rules is replaced. With --dry-run the \
    unit is printed and nothing is installed. With --at it is a timer: it runs one rule, as \
    shotflow run does, and makes up for times when the computer was off.
    """,
    examples: [
      "shotflow service install recent --library ~/Pictures  # Offer each new screenshot from login to logout",
      "shotflow service install recent --library ~/Pictures --dry-run  # Show the unit without installing it",
      "shotflow service install organise ~/Downloads --to ~/Pictures/Sorted --at 20:00  # Sort every evening",
    ])

  var line = RuleLine()
  var maxWatches: String?
  var at: String?

  static func entries(in tool: Tool) -> [CommandEntry<Self>] {
    let watches = CommandEntry<Self>.option(
      "--max-watches", \.maxWatches, "number",
      "How many folders are watched at most; others are looked at once a second.")
    let line = lineEntries(
      ("rule", "The rule: a name, or a Lua file. More may follow."),
      rest: ("options and rules", "Options of the rule, and more rules."))
    let at = CommandEntry<Self>.option(
      "--at", \.at, "when",
      "Run the rule at this time instead of watching: 20:00, or mon,fri 20:00.")
    return line + [watches, at]
  }

  func validate() throws(UsageProblem) {
    try line.checkRule()
    if line.options.text != nil { throw UsageProblem("a service runs rules that are in files") }
    if let at { _ = try ServiceSchedule(at) }
    if at != nil, maxWatches != nil {
      throw UsageProblem("a service with --at watches nothing, so it has no --max-watches")
    }
  }

  func run(in tool: Tool) throws {
    guard let (subject, request) = line.rule else { return }
    try ServiceSession(tool).install(
      subject, request, words: Self.words(CommandLine.arguments),
      at: try at.map { try ServiceSchedule($0) }, isDryRun: request.isDryRun)
  }

  /// Returns the arguments as typed, since they contain the rule's own, but for those of this
  /// command.
  private static func words(_ arguments: [String]) -> [String] {
    var words: [String] = []
    var isTime = false
    for word in arguments.drop(while: { $0 != "install" }).dropFirst() {
      if !isTime, word != "--at", word != "--dry-run", !word.hasPrefix("--at=") {
        words.append(word)
      }
      isTime = !isTime && word == "--at"
    }
    return words
  }
}

struct ServiceStatusCommand: ToolCommand {
  static let text = CommandText(
    "status", "Show whether services run, by systemctl, and when those with --at ran and run next.",
    examples: ["shotflow service status  # Show whether services run"])

  var rules: [String] = []

  static func entries(in tool: Tool) -> [CommandEntry<Self>] {
    [.arguments("rule", \.rules, "The rules of the service; without them, all services.")]
  }

  func run(in tool: Tool) throws {
    try ServiceSession(tool).status(rules)
  }
}

struct ServiceLogsCommand: ToolCommand {
  static let text = CommandText(
    "logs", "Show the messages of services, by journalctl.",
    examples: ["shotflow service logs recent -f  # Follow the messages of a service"])

  var rules: [String] = []
  var follow = false

  static func entries(in tool: Tool) -> [CommandEntry<Self>] {
    [
      .arguments("rule", \.rules, "The rules of the service; without them, all services."),
      .flag("--follow -f", \.follow, "Go on with new messages as they come."),
    ]
  }

  func run(in tool: Tool) throws {
    try ServiceSession(tool).logs(rules, follows: follow)
  }
}

struct ServiceRemoveCommand: ToolCommand {
  static let text = CommandText(
    "remove", "End a service and remove it.",
    examples: ["shotflow service remove recent  # End a service and remove it"])

  var rules: [String] = []

  static func entries(in tool: Tool) -> [CommandEntry<Self>] {
    [.arguments("rule", \.rules, "The rules of the service.", isRequired: true)]
  }

  func run(in tool: Tool) throws {
    try ServiceSession(tool).remove(rules)
  }
}
