internal import LuaBridge
internal import Pipeline
internal import Sessions
internal import Terminal

struct CheckCommand: ToolCommand {
  static let text = CommandText(
    "check", "Check rules without running them.",
    """
    Shows all problems at once. Of several files, it leaves out the tests, which end with \
    \(RuleFile.testSuffix).
    """,
    examples: ["shotflow check rules/*.lua  # Check all rules of a folder"])

  var rules: [String] = []
  var source = RuleOptions()

  static func entries(in tool: Tool) -> [CommandEntry<Self>] {
    let rules = CommandEntry<Self>.arguments(
      "rule", \.rules, "Rules: names, Lua files, or - for standard input.")
    return [rules] + RuleOptions.entries.map { $0.lifted(\.source) }
  }

  func validate() throws(UsageProblem) {
    if rules.isEmpty, source.text == nil { throw UsageProblem("name a rule") }
  }

  func run(in tool: Tool) throws {
    let messages = tool.messages()
    var worst = ExitStatus.done
    let texts = source.text.map { [$0] } ?? []
    for subject in texts + rulesToCheck.map({ .word($0, from: source.origin) }) {
      let path = subject.label
      do {
        let rule = try Rule(subject, words: [], now: .current, in: tool, messages)
        let count = rule.loaded.stages.count + rule.loaded.following.joined().count
        let required = rule.loaded.unsetOptions.map { "--\($0.flag)" }
        tool.output.write(
          "\(name(of: path, in: tool)): \(tool.style.green("ok")), \(count) stages"
            + (required.isEmpty ? "" : "; needs \(required.joined(separator: ", "))") + "\n")
        for advice in rule.advice { messages.write(advice: advice) }
      } catch let unchecked as UncheckedRule {
        tool.output.write(
          "\(name(of: path, in: tool)): \(TerminalText.escaped("\(unchecked)"))\n")
      } catch {
        worst = messages.report(error, rulePath: path)
      }
    }
    if worst != .done { throw worst }
  }

  /// The rules, without the files of tests that a pattern such as `rules/*.lua` names, too.
  private var rulesToCheck: [String] {
    rules.count < 2 ? rules : rules.filter { !$0.hasSuffix(RuleFile.testSuffix) }
  }

  private func name(of path: String, in tool: Tool) -> String {
    tool.style.magenta(TerminalText.escaped(path))
  }
}
