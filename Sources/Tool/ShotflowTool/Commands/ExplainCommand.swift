internal import LuaBridge
internal import Pipeline
internal import Sessions

struct ExplainCommand: RuleCommand {
  static let text = CommandText(
    "explain", "Show a rule's steps, and what it reads of each file.",
    examples: [
      "shotflow explain recent --library ~/Pictures  # Show what a rule would read, in which order"
    ])

  var line = RuleLine()
  var analyze = false

  static func entries(in tool: Tool) -> [CommandEntry<Self>] {
    let analyze = CommandEntry<Self>.flag(
      "--analyze", \.analyze,
      """
      Run the rule as well, without doing anything: show how many assets each step met, and how \
      long it took. --stats does the same.
      """)
    return lineEntries() + [analyze]
  }

  func validate() throws(UsageProblem) { try line.checkRule() }

  func run(in tool: Tool) throws {
    guard let session = line.session(in: tool) else { return }
    tool.output.write(try session.explanation().text(tool.style))
    if analyze || line.request.wantsStatistics {
      tool.output.write("\n\(try session.analysis())")
    }
  }
}
