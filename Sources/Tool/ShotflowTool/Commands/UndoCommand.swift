internal import ArgumentParser
internal import Pipeline
internal import Sessions

struct UndoCommand: ToolCommand {
  static let configuration = CommandConfiguration(
    commandName: "undo",
    abstract: "Take back what the last run moved, copied, linked and trashed.",
    discussion: """
      A file goes back only if its size, its time and its content are what they were; any other is \
      reported and left. No file is replaced, and no copy is removed whose original is gone.
      """)

  @Argument(
    help: ArgumentHelp(
      "The run, by its number; without it, the last one that can be undone.", valueName: "run"))
  var number: Int?

  @Flag(help: "List the runs that moved, copied, linked or trashed files.")
  var list = false

  @Flag(help: "Say what would be undone, and do nothing.")
  var dryRun = false

  @OptionGroup var output: FormatOptions

  @OptionGroup var colors: ColorOptions

  @Flag(help: "The same as --format ndjson.")
  var json = false

  func validate() throws {
    if list, number != nil || dryRun {
      throw ValidationError("--list stands alone: leave out the run and --dry-run")
    }
  }

  func run(in tool: Tool) throws {
    let format = try tool.messages().reporting { try output.request(asJSON: json, in: tool) }
    let session = UndoSession(tool)
    if list { return try session.list(format) }
    try session.undo(number, isDryRun: dryRun, format)
  }
}
