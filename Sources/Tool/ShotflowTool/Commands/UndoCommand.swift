internal import ArgumentParser
internal import Pipeline
internal import Sessions

struct UndoCommand: ToolCommand {
  static let configuration = CommandConfiguration(
    commandName: "undo",
    abstract: "Take back what a run moved, copied, linked or trashed.",
    discussion: """
      Without a number it is the last run that was started by hand; if that changed nothing, the one \
      before, which is named first, and on a terminal only if you agree. Each arrival of a watch is a run of its own. A \
      file goes back only if its size, its time and its content are what they were; any other is \
      reported and left. No file is replaced, and no copy is removed whose original is gone.
      """)

  @Argument(
    help: ArgumentHelp(
      "The run, by its number, and files or folders, by their paths before or after it. Without a run, "
        + "the last one by hand; for files, the newest one that touched each.",
      valueName: "run or files"),
    completion: .file())
  var words: [String] = []

  @Option(
    help: ArgumentHelp(
      "Take back the last runs, of watches, too; undone ones count.", valueName: "count"))
  var last: Int?

  @Option(
    help: ArgumentHelp(
      "Take back the runs that began in this time until now, such as 10m.", valueName: "time"))
  var since: String?

  @Flag(help: "List the runs that moved, copied, linked or trashed files, or the files of a run.")
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
    if list, last != nil || since != nil || dryRun || noWait || number == nil && !words.isEmpty {
      throw ValidationError(
        "--list takes the number of a run at most, with files of it, and no option")
    }
    if [!words.isEmpty, last != nil, since != nil].count(where: { $0 }) > 1 {
      throw ValidationError("give a run or files, --last or --since: only one of them")
    }
    if let last, last < 1 { throw ValidationError("--last takes a number from 1, not \"\(last)\"") }
    if let since, Self.milliseconds(since) == nil {
      throw ValidationError("--since takes a time such as 10m, 2h or 1d, not \"\(since)\"")
    }
  }

  func run(in tool: Tool) throws {
    let format = try tool.messages().reporting { try output.request(asJSON: json, in: tool) }
    let session = UndoSession(tool)
    if list {
      guard let number else { return try session.list(format) }
      return try session.list(number, files, format)
    }
    try session.undo(
      selection, UndoSession.Options(isDryRun: dryRun, waits: !noWait, isQuiet: quiet), format)
  }

  /// The number of the run; a file of such a name is named by `./12`.
  private var number: Int? {
    words.first.flatMap { $0.utf8.allSatisfy { 48...57 ~= $0 } ? Int($0) : nil }
  }

  private var named: [(name: String, files: NamedFiles)] {
    var bytes = CommandLineBytes()
    return words.dropFirst(number == nil ? 0 : 1).map { ($0, NamedFiles(bytes.bytes(of: $0))) }
  }

  private var files: NamedFiles? {
    named.map(\.files).reduce(nil) { $0?.adding($1) ?? $1 }
  }

  private var selection: UndoChoice.Selection {
    if let number { return .number(number, files) }
    if !words.isEmpty { return .files(named) }
    if let last { return .last(last) }
    return since.flatMap(Self.milliseconds).map { .within($0) } ?? .lastByHand
  }

  private static func milliseconds(_ text: String) -> Int64? {
    Duration(argument: .text(text)).flatMap { $0 > .zero ? $0.wholeMilliseconds : nil }
  }
}
