internal import LuaBridge
internal import Terminal

/// The text of `shotflow run RULE --help`: the purpose of the rule and its options.
struct RuleHelp: CustomStringConvertible {
  private let rule: LoadedRule
  private let path: String
  private let toolName: String

  init(_ rule: LoadedRule, path: String, toolName: String) {
    self.rule = rule
    self.path = path
    self.toolName = toolName
  }

  var description: String {
    var lines: [String] = []
    if let about = rule.about { lines.append("OVERVIEW: \(about)\n") }
    lines.append("USAGE: \(toolName) run \(path) [options of the rule] [options of run]\n")
    if rule.options.isEmpty {
      lines.append("The rule has no options of its own.")
    } else {
      lines.append("OPTIONS OF THE RULE:")
      let names = rule.options.map { option in
        option.kind == .boolean
          ? "--\(option.flag), --no-\(option.flag)"
          : "--\(option.flag) <\(option.kind.rawValue)>"
      }
      let width = (names.map(\.count).max() ?? 0) + 2
      for (name, option) in zip(names, rule.options) {
        let padding = String(repeating: " ", count: width - name.count)
        let choices = option.choices == nil ? "" : ": \(option.summary)"
        let help = option.help.map { "\($0)\(choices) " } ?? ""
        let standard = option.defaultValue.map { "default: \($0.text)" } ?? "required"
        lines.append("  \(name)\(padding)\(help)(\(standard))")
      }
    }
    lines.append("\n\"\(toolName) run --help\" lists the options that every run has.")
    // Most of the text is the rule's own, which may have control characters.
    return lines.joined(separator: "\n").split(separator: "\n", omittingEmptySubsequences: false)
      .map { TerminalText.escaped(String($0)) + "\n" }.joined()
  }
}
