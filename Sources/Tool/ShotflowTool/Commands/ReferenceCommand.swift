internal import Sessions

struct ReferenceCommand: ToolCommand {
  static let text = CommandText(
    "reference", "Print a reference document, or write the manual pages.", isShown: false)

  var document = ReferenceDocument.rules
  var folder: String?
  var now: String?

  static func entries(in tool: Tool) -> [CommandEntry<Self>] {
    [
      .requiredChoice(
        "document", \.document, "Which one: rules, schema, lua, or man for manual pages."),
      .argument("folder", \.folder, "With man: the folder that pages are written into."),
      .option(
        "--now", \.now, "date",
        "With man: the date of the pages, instead of today's, or seconds since 1970.",
        takesDashes: true),
    ]
  }

  func validate() throws(UsageProblem) {
    if document == .man, folder == nil {
      throw UsageProblem("name a folder for the manual pages")
    }
    if document != .man, let word = folder ?? now {
      throw UsageProblem("unexpected argument \"\(word)\"")
    }
  }

  func run(in tool: Tool) throws {
    if let text = document.text(for: tool) { return tool.output.write(text) }
    guard let folder else { return }
    try tool.messages().reporting {
      let moment = try RunSettings.moment(now)
      try ToolManual(in: tool, at: moment).write(to: folder)
    }
  }
}
