internal import Pipeline
internal import Platform
internal import Sessions

struct PlanCommand: RuleCommand {
  static let text = CommandText(
    "plan", "Print how a rule can be run in shards.",
    """
    Each step has a scope: asset for one that looks at one asset at a time, key for one that compares \
    assets, library for one that needs all in one place. Shards go through the first "cut" steps. \
    A rule that can't be cut has a "reason" instead.
    """,
    examples: [
      "shotflow plan recent --library ~/Pictures | jq .merge  # Find out whether a rule can be run in parts"
    ])

  var line = RuleLine()
  var json = false

  static func entries(in tool: Tool) -> [CommandEntry<Self>] {
    lineEntries()
      + [.flag("--json", \.json, "Print JSON, as it does without this, too.")]
  }

  func validate() throws(UsageProblem) { try line.checkRule() }

  func run(in tool: Tool) throws {
    guard let session = line.session(in: tool) else { return }
    let plan = try session.shardedPlan()
    var writer = RecordWriter()
    plan.write(into: &writer)
    tool.output.write(String(decoding: writer.buffer.bytes, as: UTF8.self))
  }
}
