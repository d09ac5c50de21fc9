internal import LuaBridge
internal import Pipeline
internal import Platform
internal import Sessions
internal import Terminal

/// The command `show`: draws pictures, and prints the facts about files.
struct ShowSession {
  private let files: [String]
  private let showsAll: Bool
  private let tool: Tool
  private let messages: Messages

  private static let rule = "return pipeline { source { stdin = true, everything = true } }"
  /// The greatest length of a file's record, in bytes.
  private static let longest = 8 << 20
  /// The size in characters below which a terminal shows no picture.
  private static let smallest = (columns: 24, rows: 10)
  /// The longer side of a picture in pixels.
  private static let side = 640

  /// - Parameter showsAll: true to print all members of each record, under their own names.
  init(_ files: [String], showsAll: Bool, in tool: Tool) {
    self.files = files
    self.showsAll = showsAll
    self.tool = tool
    messages = tool.messages()
  }

  /// Shows the picture and the facts of each file. Throws ``ExitStatus`` if a file can't be read.
  func run() throws {
    try messages.reporting {
      let cancellation = Cancellation()
      var context = tool.context(
        named: "show", storingIn: try? tool.directories(), usesCatalogue: false,
        until: cancellation, messages)
      context.request.includesEverything = true
      if messages.tellsEachFailure { context.output.failed = { [messages] in messages.write($0) } }
      Signals.handle(cancellation)
      let rule = try Rule(
        .program(Self.rule, name: "show"), words: [], now: context.request.now, in: tool, messages)
      let members = rule.recordMembers(in: tool)
      let all = members.names.filter { !$0.contains(".") && !["v", "kind"].contains($0) }
      let names = showsAll ? all : ShownFacts.members
      let request = FormatRequest(
        format: OutputFormat.ndjson.rawValue, fields: [names.joined(separator: ",")])
      let form = try request.printing(color: .never) { members }.form
      var words = CommandLineBytes()
      var (shown, failures) = (0, 0)
      for file in files {
        context.request.input = InputOptions(paths: [words.bytes(of: file)])
        if let lookalike = LookalikePath.of(file) {
          messages.writeProblem(
            "\(file): no such file or folder\(LookalikePath.remark(on: lookalike))")
          failures += 1
          continue
        }
        guard let record = NamelessFile() else {
          throw RunProblem.outputFailed("no temporary file can be made for the facts about a file")
        }
        context.output.lines = RecordLineOptions(in: form)
        let report = try rule.run(in: context, outputDescriptor: record.descriptor, lanes: 1)
        messages.report(report, withStatistics: false, isDryRun: false)
        failures += report.failureCount
        guard report.emitted > 0 else {
          // A folder among paths is left out without a message.
          if report.failureCount == 0 {
            messages.writeProblem("\(file): is a folder; name the files in it, such as \(file)/*")
            failures += 1
          }
          continue
        }
        lseek(record.descriptor, 0, SEEK_SET)
        let line = try OpenFile(copying: record.descriptor).bytes(atMost: Self.longest) ?? []
        if shown > 0 { tool.output.write("\n") }
        shown += 1
        if let drawing = drawing(number: shown, in: context) { tool.output.write(drawing) }
        tool.output.write(try ShownFacts(record: line, showsAll: showsAll).text(tool.style))
      }
      if failures > 0 { throw ExitStatus.someFailed }
    }
  }

  /// Returns the sequences that draw the picture of the context's input file; nil without a picture
  /// or a terminal that can show it. `number` identifies the picture on the terminal.
  private func drawing(number: Int, in context: RunContext) -> String? {
    guard isatty(STDOUT_FILENO) == 1,
      let language = GraphicsProtocol(
        isColored: tool.style.isColored, environment: { Environment[$0] })
    else { return nil }
    let size = TerminalSize(of: STDOUT_FILENO)
    guard size.columns >= Self.smallest.columns, size.rows >= Self.smallest.rows,
      let list = try? RecordList(onInputOf: context), !list.assets.isEmpty,
      let picture = list.picture(of: 0, side: Self.side, in: context)
    else { return nil }
    let (columns, rows) = size.cells(
      of: (picture.width, picture.height), within: (size.columns - 1, size.rows / 2))
    let drawing = language.escapes(
      picture, columns: columns, rows: rows, in: size, number: number)
    // The lines are there before the picture, so that the terminal does not scroll below it.
    return String(repeating: "\n", count: rows) + "\u{1B}[\(rows)A\u{1B}7\(drawing)\u{1B}8"
      + "\u{1B}[\(rows)B"
  }
}
