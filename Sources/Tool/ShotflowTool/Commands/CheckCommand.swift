internal import ArgumentParser
internal import LuaBridge
internal import Pipeline
internal import Sessions
internal import Terminal

struct CheckCommand: ToolCommand {
  static let configuration = CommandConfiguration(
    commandName: "check",
    abstract: "Check rules without running them.",
    discussion: """
      Shows all problems at once. Of several files, it leaves out the tests, which end with \
      \(RuleFile.testSuffix).
      """)

  @Argument(
    help: ArgumentHelp(
      "Rules: names, Lua files, or - for standard input.", valueName: "rule"))
  var rules: [String] = []

  @OptionGroup var source: RuleOptions

  func validate() throws {
    if rules.isEmpty, source.text == nil { throw ValidationError("name a rule") }
  }

  @OptionGroup var colors: ColorOptions

  func run(in tool: Tool) throws {
    let messages = tool.messages()
    var worst = ExitStatus.done
    let texts = source.text.map { [$0] } ?? []
    for subject in texts + rulesToCheck.map({ .word($0, from: source.origin.choice) }) {
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
