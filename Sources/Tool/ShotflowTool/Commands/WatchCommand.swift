internal import ArgumentParser
internal import Pipeline
internal import Sessions

struct WatchCommand: ToolCommand {
  static var configuration: CommandConfiguration {
    CommandConfiguration(
      commandName: "watch",
      abstract: "Run rules for each picture as it arrives.",
      discussion: """
        Each asset that arrives is a run of its own: "now" is its moment, and limits and orders \
        count within it. A rule that observes prints the changes of its fetch as they come. When a \
        rule file changes, the new rule takes over; one that is wrong is reported, and the one before \
        goes on. Several rules may be named, each followed by its own options. Ctrl-C ends it.
        """,
      helpNames: [])
  }

  @Argument(
    help: ArgumentHelp(
      "The rule: a name, a Lua file, or - for standard input. More may follow.",
      valueName: "rule"))
  var rule: String?

  @OptionGroup var source: RuleOptions

  @OptionGroup var options: RunOptions

  @Option(
    help: ArgumentHelp(
      "How many folders are watched at most; others are looked at once a second.",
      valueName: "number"))
  var maxWatches: String?

  @Flag(help: "List the rules and libraries that are watched now.")
  var status = false

  @Option(
    help: ArgumentHelp(
      "Pause a watched rule, in the libraries that --library names or in all.", valueName: "rule"))
  var pause: String?

  @Option(help: ArgumentHelp("End the pause of a rule.", valueName: "rule"))
  var resume: String?

  @OptionGroup var help: HelpOptions

  @Argument(
    parsing: .allUnrecognized,
    help: ArgumentHelp("Options of the rule, and more rules.", valueName: "options and rules"))
  var rest: [String] = []

  func validate() throws {
    let commands = [
      status ? "--status" : nil, pause.map { _ in "--pause" },
      resume.map { _ in "--resume" },
    ].compactMap(\.self)
    guard let command = commands.first else { return }
    if commands.count > 1 {
      throw ValidationError("give \(commands.joined(separator: " or ")): only one of them")
    }
    if source.rule(rule, rest) != nil {
      throw ValidationError("\(command) watches nothing: leave out the rule to watch")
    }
  }

  func run(in tool: Tool) throws {
    if status { return try WatchStatusSession(tool).list(options.request) }
    if let name = pause ?? resume, !help.request.wantsHelp {
      return try WatchStatusSession(tool).set(
        pause != nil, of: .word(name, from: source.origin.choice), in: options.request.libraries)
    }
    guard let (subject, words) = source.rule(rule, rest) else {
      if help.request.wantsHelp {
        return tool.writeHelp(on: Self.self)
      }
      let problem = UsageProblem(
        "no rule is named; type a name that \"\(tool.name) rules\" lists, or the path of a Lua file"
      )
      throw tool.messages().report(problem, rulePath: "")
    }
    let request = options.request.with(subject: subject, ruleWords: words)
    if help.request.wantsHelp {
      return try RuleSession(subject, request, in: tool).run(showsHelp: true)
    }
    try WatchSession(subject, request, watchLimit: maxWatches, in: tool).run()
  }
}
