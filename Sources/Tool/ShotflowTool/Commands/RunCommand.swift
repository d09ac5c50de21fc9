internal import Pipeline
internal import Sessions

struct RunCommand: RuleCommand {
  static let text = CommandText(
    "run", "Run a rule; print a record for each asset.",
    """
    Options that the rule declares stand behind it; "shotflow run RULE --help" \
    lists them. \
    Messages and progress go to standard error. "shotflow help exit-status" \
    explains the exit \
    status.
    """,
    examples: [
      "shotflow run recent --library ~/Pictures  # Run a rule that ships, on a folder of pictures",
      "shotflow run ./trips.lua --out thumbnails --format paths0 | xargs -0 ls -l  # Run a rule of your own, put its pictures into a folder, and list the originals",
      "shotflow run -e 'return pipeline { source {}, filter { limit = 3 } }'  # Run a rule that is in no file",
    ])

  var line = RuleLine()

  static func entries(in tool: Tool) -> [CommandEntry<Self>] {
    lineEntries(
      rest: ("options and files", "Options of the rule, and files to hand it."),
      adding: RunRequest.shardOptions, showsRuleHelp: true)
  }

  func run(in tool: Tool) throws {
    if let (subject, request) = line.rule, subject != .word("") {
      try RuleSession(subject, request, in: tool).run(showsHelp: line.wantsHelp)
    } else if line.wantsHelp {
      CommandHelp(of: Self.command, called: "\(tool.name) run", in: tool).write()
    } else {
      throw line.absence(in: tool)
    }
  }
}
