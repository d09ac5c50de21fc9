internal import Pipeline
internal import Sessions

struct UndoCommand: ToolCommand {
  static let text = CommandText(
    "undo", "Take back what a run moved, copied, linked or trashed.",
    """
    Without a number it is the last run that was started by hand; if that changed nothing, the one \
    before, which is named first, and on a terminal only if you agree. Each arrival of a watch is a run of its own. A \
    file goes back only if its size, its time and its content are what they were; any other is \
    reported and left. No file is replaced, and no copy is removed whose original is gone.
    """,
    examples: [
      "shotflow undo  # Take back what the last run by hand did to files",
      "shotflow undo --list  # List the runs that can be taken back",
      "shotflow undo --since 10m  # Take back the runs of the last ten minutes",
      "shotflow undo 12 --dry-run  # Show what taking back one run would do",
    ])

  var words: [String] = []
  var last: Int?
  var since: String?
  var list = false
  var dryRun = false
  var noWait = false
  var quiet = false
  var output = ListOptions()

  static func entries(in tool: Tool) -> [CommandEntry<Self>] {
    let entries: [CommandEntry<Self>] = [
      .arguments(
        "run or files", \.words,
        "The run, by its number, and files or folders, by their paths before or after it. Without a run, "
          + "the last one by hand; for files, the newest one that touched each."),
      .number(
        "--last", \.last, "count", "Take back the last runs, of watches, too; undone ones count."),
      .option(
        "--since", \.since, "time",
        "Take back the runs that began in this time until now, such as 10m."),
      .flag(
        "--list", \.list,
        "List the runs that moved, copied, linked or trashed files, or the files of a run."),
      .flag("--dry-run", \.dryRun, "Say what would be undone, and do nothing."),
      .flag("--no-wait", \.noWait, "End with status 75 where another run is working on the files."),
      .flag("--quiet", \.quiet, "Don't say at the end how many files were taken back."),
    ]
    return entries + ListOptions.entries.map { $0.lifted(\.output) }
  }

  func validate() throws(UsageProblem) {
    if list, last != nil || since != nil || dryRun || noWait || number == nil && !words.isEmpty {
      throw UsageProblem(
        "--list takes the number of a run at most, with files of it, and no option")
    }
    if [!words.isEmpty, last != nil, since != nil].count(where: { $0 }) > 1 {
      throw UsageProblem("give a run or files, --last or --since: only one of them")
    }
    if let last, last < 1 { throw UsageProblem("--last takes a number from 1, not \"\(last)\"") }
    if let since, Self.milliseconds(since) == nil {
      throw UsageProblem("--since takes a time such as 10m, 2h or 1d, not \"\(since)\"")
    }
  }

  func run(in tool: Tool) throws {
    let format = try output.format(in: tool)
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
