internal import ArgumentParser
internal import Pipeline
internal import Platform
internal import Sessions

struct PlanCommand: ToolCommand {
  static var configuration: CommandConfiguration {
    CommandConfiguration(
      commandName: "plan",
      abstract: "Print how a rule can be run in shards.",
      discussion: """
        Each step has a scope: asset for one that looks at one asset at a time, key for one that compares \
        assets, library for one that needs all in one place. Shards go through the first "cut" steps. \
        A rule that can't be cut has a "reason" instead.
        """)
  }

  @Argument(
    help: ArgumentHelp("The rule: a name, a Lua file, or - for standard input.", valueName: "rule"))
  var rule: String?

  @OptionGroup var source: RuleOptions

  @OptionGroup var options: RunOptions

  @Flag(help: "Print JSON, as it does without this, too.")
  var json = false

  @Argument(parsing: .allUnrecognized, help: "Options of the rule.")
  var rest: [String] = []

  func validate() throws {
    if rule == nil, source.text == nil { throw ValidationError("name a rule") }
  }

  func run(in tool: Tool) throws {
    guard let session = source.session(rule, options, rest, in: tool) else { return }
    let plan = try session.shardedPlan()
    var writer = RecordWriter()
    plan.write(into: &writer)
    tool.output.write(String(decoding: writer.buffer.bytes, as: UTF8.self))
  }
}
