internal import Pipeline
internal import Sessions

struct WatchCommand: RuleCommand {
  static let text = CommandText(
    "watch", "Run rules for each picture as it arrives.",
    """
    Each asset that arrives is a run of its own: "now" is its moment, and limits and orders \
    count within it. A rule that observes prints the changes of its fetch as they come. When a \
    rule file changes, the new rule takes over; one that is wrong is reported, and the one before \
    goes on. Several rules may be named, each followed by its own options. Ctrl-C ends it.
    """,
    examples: [
      "shotflow watch recent --library ~/Pictures/Screenshots  # Offer each screenshot right after it is taken",
      "shotflow watch changes --library ~/Pictures  # Print what changes in a library as it changes",
      "shotflow watch recent --library ~/Pictures --max-watches 1000  # Watch a thousand folders, and look at the others once a second",
      "shotflow watch import  # Offer each card and phone that is plugged in, and import what is new on it",
      "shotflow watch export ~/Pictures --screenshots --to ~/Shots  # Copy each new screenshot; any rule can be watched",
      "shotflow watch --status  # List what is watched now",
      "shotflow watch --pause recent --library ~/Pictures  # Let a watched rule rest in one library",
      "shotflow watch --resume recent  # Let it go on, in all its libraries",
    ])

  var line = RuleLine()
  var maxWatches: String?
  var status = false
  var pause: String?
  var resume: String?

  static func entries(in tool: Tool) -> [CommandEntry<Self>] {
    let entries: [CommandEntry<Self>] = [
      .option(
        "--max-watches", \.maxWatches, "number",
        "How many folders are watched at most; others are looked at once a second."),
      .flag("--status", \.status, "List the rules and libraries that are watched now."),
      .option(
        "--pause", \.pause, "rule",
        "Pause a watched rule, in the libraries that --library names or in all."),
      .option("--resume", \.resume, "rule", "End the pause of a rule."),
    ]
    return entries
      + lineEntries(
        ("rule", "The rule: a name, a Lua file, or - for standard input. More may follow."),
        rest: ("options and rules", "Options of the rule, and more rules."), showsRuleHelp: true)
  }

  func validate() throws(UsageProblem) {
    let commands = [
      status ? "--status" : nil, pause.map { _ in "--pause" },
      resume.map { _ in "--resume" },
    ].compactMap(\.self)
    guard let command = commands.first else { return }
    if commands.count > 1 {
      throw UsageProblem("give \(commands.joined(separator: " or ")): only one of them")
    }
    if line.rule != nil {
      throw UsageProblem("\(command) watches nothing: leave out the rule to watch")
    }
  }

  func run(in tool: Tool) throws {
    if status { return try WatchStatusSession(tool).list(line.request) }
    if let name = pause ?? resume, !line.wantsHelp {
      return try WatchStatusSession(tool).set(
        pause != nil, of: .word(name, from: line.options.origin), in: line.request.libraries)
    }
    guard let (subject, request) = line.rule else {
      if line.wantsHelp {
        return CommandHelp(of: Self.command, called: "\(tool.name) watch", in: tool).write()
      }
      throw line.absence(in: tool)
    }
    if line.wantsHelp { return try RuleSession(subject, request, in: tool).run(showsHelp: true) }
    try WatchSession(subject, request, watchLimit: maxWatches, in: tool).run()
  }
}
