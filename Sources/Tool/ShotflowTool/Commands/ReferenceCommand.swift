internal import ArgumentParser
internal import Sessions

struct ReferenceCommand: ToolCommand {
  static let configuration = CommandConfiguration(
    commandName: "reference", abstract: "Print a reference document, or write the manual pages.",
    shouldDisplay: false)

  @Argument(help: "Which one: rules, schema, lua, or man for manual pages.")
  var document: ReferenceDocument

  @Argument(
    help: ArgumentHelp("With man: the folder that pages are written into.", valueName: "folder"))
  var folder: String?

  @Option(
    parsing: .unconditional,
    help: ArgumentHelp(
      "With man: the date of the pages, instead of today's, or seconds since 1970.",
      valueName: "date"))
  var now: String?

  func validate() throws {
    if document == .man, folder == nil {
      throw ValidationError("name a folder for the manual pages")
    }
    if document != .man, let word = folder ?? now {
      throw ValidationError("unexpected argument \"\(word)\"")
    }
  }

  func run(in tool: Tool) throws {
    if let text = document.text(for: tool) { return tool.output.write(text) }
    guard let folder else { return }
    try tool.messages().reporting {
      let moment = try RunSettings.moment(now)
      try ToolManual(of: RootCommand.self, in: tool, at: moment).write(to: folder)
    }
  }
}
