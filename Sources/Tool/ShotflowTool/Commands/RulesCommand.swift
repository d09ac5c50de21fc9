internal import Pipeline
internal import Platform
internal import Sessions

struct RulesCommand: ToolCommand {
  static let text = CommandText(
    "rules", "List the rules that can be run by name.",
    """
    These are the rules that ship with shotflow, and those in the folder rules beside \
    your configuration. A table on a terminal; elsewhere a JSON object a line. A broken rule is \
    listed with its first problem.
    """,
    examples: ["shotflow rules --json | jq -r .name  # Print the names of all rules"])

  var json = false

  static func entries(in tool: Tool) -> [CommandEntry<Self>] {
    [.flag("--json", \.json, "One JSON object a line on a terminal, too.")]
  }

  func run(in tool: Tool) {
    let found = tool.ruleFolders.all()
    let rules = found.map { rule in
      let isHidden =
        rule.origin == .shipped && found.contains { $0.name == rule.name && $0.origin == .user }
      return ListedRule(rule, isHidden: isHidden, in: tool)
    }
    if json || isatty(STDOUT_FILENO) == 0 {
      for rule in rules { tool.output.write(rule.record) }
    } else {
      let rows = [["rule", "from", "about"]] + rules.map(\.cells)
      tool.output.write("\(TextTable(rows, alignsNumbers: false))")
    }
    if rules.isEmpty {
      tool.messages().write("there are no rules; to begin one: \(tool.name) new NAME")
    }
  }
}
