internal import ArgumentParser
internal import Pipeline
internal import Sessions

struct UndoCommand: ToolCommand {
  static let configuration = CommandConfiguration(
    commandName: "undo",
    abstract: "Take back what a run moved, copied, linked or trashed.",
    discussion: """
      Without a number it is the last run that was started by hand; each arrival of a watch is a run of \
      its own. A file goes back only if its size, its time and its content are what they were; any other is \
      reported and left. No file is replaced, and no copy is removed whose original is gone.
      """)

  @Argument(
    help: ArgumentHelp(
      "The run, by its number; without it, the last one by hand.", valueName: "run"))
  var number: Int?

  @Option(
    help: ArgumentHelp(
      "Take back the last runs, of watches, too; undone ones count.", valueName: "count"))
  var last: Int?

  @Option(
    help: ArgumentHelp(
      "Take back the runs that began in this time until now, such as 10m.", valueName: "time"))
  var since: String?

  @Flag(help: "List the runs that moved, copied, linked or trashed files.")
  var list = false

  @Flag(help: "Say what would be undone, and do nothing.")
  var dryRun = false

  @Flag(help: "End with status 75 where another run is working on the files.")
  var noWait = false

  @Flag(help: "Don't say at the end how many files were taken back.")
  var quiet = false

  @OptionGroup var output: FormatOptions

  @OptionGroup var colors: ColorOptions

  @Flag(help: "The same as --format ndjson.")
  var json = false

  func validate() throws {
    let selections = [number != nil, last != nil, since != nil].count { $0 }
    if list, selections > 0 || dryRun || noWait {
      throw ValidationError(
        "--list stands alone: leave out the run, --last, --since, --dry-run and --no-wait")
    }
    if selections > 1 {
      throw ValidationError("give a run, --last or --since: only one of them")
    }
    if let last, last < 1 { throw ValidationError("--last takes a number from 1, not \"\(last)\"") }
    if let since, Self.milliseconds(since) == nil {
      throw ValidationError("--since takes a time such as 10m, 2h or 1d, not \"\(since)\"")
    }
  }

  func run(in tool: Tool) throws {
    let format = try tool.messages().reporting { try output.request(asJSON: json, in: tool) }
    let session = UndoSession(tool)
    if list { return try session.list(format) }
    try session.undo(
      selection, UndoSession.Options(isDryRun: dryRun, waits: !noWait, isQuiet: quiet), format)
  }

  private var selection: UndoSession.Selection {
    if let number { return .number(number) }
    if let last { return .last(last) }
    return since.flatMap(Self.milliseconds).map { .within($0) } ?? .lastByHand
  }

  private static func milliseconds(_ text: String) -> Int64? {
    Duration(argument: .text(text)).flatMap { $0 > .zero ? $0.wholeMilliseconds : nil }
  }
}
