internal import LuaBridge
internal import Terminal

/// The text of `shotflow RULE --help`: the purpose of the rule and its options.
struct RuleHelp: CustomStringConvertible {
  let rule: LoadedRule
  /// The command line that runs the rule, such as `shotflow recent`.
  let call: String
  let tool: Tool

  var description: String {
    var lines: [String] = []
    if let about = rule.about { lines.append("OVERVIEW: \(TerminalText.escaped(about))\n") }
    let sources = rule.declared.imports ? "<folders or files>" : "[folders or files]"
    lines.append("USAGE: \(call) \(sources) [options of the rule] [options of run]\n")
    if rule.declared.imports {
      lines.append(
        "The folders or files are what is read, such as a card. --library names the\n"
          + "folder that gets the files; without it, that is your own library.\n")
    }
    if rule.options.isEmpty {
      lines.append("The rule has no options of its own.")
    } else {
      lines.append("OPTIONS OF THE RULE:")
      lines.append(
        list(
          rule.options.map { option in
            var input = option.input
            if option.choices != nil, option.help != nil { input.help += ": \(option.summary)" }
            if let note = Self.note(on: option) { input.help += " (\(note))" }
            return input
          }))
    }
    if rule.declared.takesSelection, let selection = tool.selection {
      let shown = selection.shownInputs(in: tool)
      lines.append("\nWHICH PICTURES:")
      lines.append(list(shown.pictures))
      lines.append("\nORDER AND NUMBER OF THE RESULTS:")
      lines.append(list(shown.results))
      lines.append(
        "\nThe fields that \"\(tool.name) find --help\" lists are such options, too.")
    }
    lines.append("\n\"\(tool.name) run --help\" lists the options that every run has.")
    return lines.joined(separator: "\n") + "\n"
  }

  /// Returns a list, in which the rule's texts have their control characters escaped.
  private func list(_ inputs: [CommandInput]) -> String {
    let terms = inputs.map {
      TextBlock.Term(TerminalText.escaped($0.usage), TerminalText.escaped($0.help))
    }
    return String(PlainLayout(width: Output.columns).text(.terms(terms)).dropLast())
  }

  /// Returns `required` or an option's default; nil if the default is false or an empty text.
  private static func note(on option: RuleOption) -> String? {
    guard let value = option.defaultValue else { return "required" }
    return value.text.isEmpty || value == .boolean(false) ? nil : "default: \(value.text)"
  }
}
