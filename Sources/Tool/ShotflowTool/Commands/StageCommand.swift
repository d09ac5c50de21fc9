internal import Pipeline
internal import Sessions

struct StageCommand: ToolCommand {
  static let text = CommandText(
    "stage", "Run one stage over the records of standard input.",
    """
    The stage takes what it would take in a rule, without the outer braces:

      shotflow find --album Holiday | shotflow stage filter \
    'mediaType = "image", pixelWidth = at_least(1000)'
      shotflow stage source 'album = "Holiday"' --library ~/Pictures

    A text that begins with a brace or a parenthesis, or with "function", is taken as it stands. \
    --field names a member of the records that the stage is to know, with its type: \
    --field mood=text. "shotflow stages" lists the stages.
    """,
    examples: [
      "shotflow find --album Holiday | shotflow stage filter 'pixelWidth = at_least(1000)'  # Test the records of another command",
      "shotflow stage source 'album = \"Holiday\"' --library ~/Pictures  # Begin a pipeline of commands with the assets of an album",
    ])

  var stage: String?
  var fields: [String] = []
  var request = RunRequest()
  var rest: [String] = []

  static func entries(in tool: Tool) -> [CommandEntry<Self>] {
    let entries: [CommandEntry<Self>] = [
      .argument("stage", \.stage, "The stage."),
      .list("--field", \.fields, "name=type", "A member of the records and its type."),
      .rest(
        "options and files",
        "The options of the stage, as a rule has them, and pictures for it, in place of records."
      ) { $0.rest.append($1) },
    ]
    return entries
      + (RunRequest.options + RunRequest.hiddenShardOptions).map { $0.lifted(\.request) }
  }

  func run(in tool: Tool) throws {
    try tool.messages().reporting {
      let single = try SingleStage(stage, fields: fields, rest, in: tool)
      try RuleSession(
        .text(single.rule.text(in: tool, tool.messages()), label: single.rule.label),
        request, words: single.files, in: tool
      ).run(showsHelp: false)
    }
  }
}
