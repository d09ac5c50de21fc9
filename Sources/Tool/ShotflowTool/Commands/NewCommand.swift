internal import Pipeline
internal import Sessions

struct NewCommand: ToolCommand {
  static let text = CommandText(
    "new", "Write the start of a rule of your own.",
    """
    A name puts it where shotflow finds it by that name. A path holds a slash or ends \
    with .lua. A file that is there already is never changed. Beside it comes .luarc.json, by which \
    editors find the definitions of all that a rule can say.

      shotflow new trip --from recent
      $EDITOR "$(shotflow new trip)"
    """,
    examples: ["shotflow new trip --from recent  # Begin a rule as a copy of another"])

  var name: String = ""
  var from: String?

  static func entries(in tool: Tool) -> [CommandEntry<Self>] {
    [
      .required("name", \.name, "The name of the rule, or a path."),
      .option("--from", \.from, "rule", "Begin with the text of this rule: a name or a path."),
    ]
  }

  func run(in tool: Tool) throws {
    let messages = tool.messages()
    try messages.reporting(rulePath: from ?? "") {
      let model = try from.map { try tool.ruleFile(.word($0), messages) }
      let draft = try RuleDraft(name, in: tool.ruleFolders)
      try draft.write(RuleDraft.text(from: model, toolName: tool.name))
      EditorDefinitions(tool: tool).writeSettings(beside: draft.path)
      tool.output.write(draft.path + "\n")
      messages.write(
        "written; to try it: \(tool.call(of: .word(draft.shellWords))) -l LIBRARY --dry-run")
    }
  }
}
