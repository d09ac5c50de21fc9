internal import ArgumentParser
internal import Pipeline
internal import Sessions

struct NewCommand: ToolCommand {
  static var configuration: CommandConfiguration {
    CommandConfiguration(
      commandName: "new",
      abstract: "Write the start of a rule of your own.",
      discussion: """
        A name puts it where \(ToolName.declared) finds it by that name. A path holds a slash or ends \
        with .lua. A file that is there already is never changed. Beside it comes .luarc.json, by which \
        editors find the definitions of all that a rule can say.

          \(ToolName.declared) new trip --from recent
          $EDITOR "$(\(ToolName.declared) new trip)"
        """)
  }

  @Argument(help: ArgumentHelp("The name of the rule, or a path.", valueName: "name"))
  var name: String

  @Option(
    help: ArgumentHelp("Begin with the text of this rule: a name or a path.", valueName: "rule"))
  var from: String?

  func run(in tool: Tool) throws {
    let messages = tool.messages()
    try messages.reporting(rulePath: from ?? "") {
      let model = try from.map { try tool.ruleFile(.word($0), messages) }
      let draft = try RuleDraft(name, in: tool.ruleFolders)
      try draft.write(RuleDraft.text(from: model, toolName: tool.name))
      EditorDefinitions(tool).writeSettings(beside: draft.path)
      tool.output.write(draft.path + "\n")
      messages.write(
        "written; to try it: \(tool.call(of: .word(draft.shellWords))) -l LIBRARY --dry-run")
    }
  }
}
