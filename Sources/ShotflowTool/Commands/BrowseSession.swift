internal import Pipeline
internal import Platform

/// A browser's requests from the command line, from the first to the end of standard input.
struct BrowseSession {
  private let command: BrowseCommand
  private let tool: Tool
  private let messages: Messages

  init(_ command: BrowseCommand, in tool: Tool) {
    self.command = command
    self.tool = tool
    messages = tool.messages()
  }

  /// - Throws: ``ExitStatus`` when it did not come to the end of the requests.
  func run() throws {
    do {
      try answerAll()
    } catch RunProblem.outputClosed {
      // The browser went away.
    } catch {
      throw messages.report(error, rulePath: "")
    }
  }

  private func answerAll() throws {
    let settings = try RunSettings(
      RunRequest(now: command.now, lanes: command.lanes))
    try tool.authority.check(named: command.library, in: tool.libraryKinds)
    let frozen = command.now.map { _ in settings.now }
    let context = try context(settings)
    guard let wake = WakePipe() else { throw FileProblem("there is no descriptor left") }
    Signals.handle(
      interrupt: {
        context.cancellation.cancel()
        wake.send(.stop)
      },
      abandon: {}, report: {}, suspend: {}, resume: {})
    let library = FetchLibrary(
      path: command.library, in: context, lanes: settings.lanes,
      bounds: FetchBounds(rows: command.rows))
    for note in try library.open() { messages.write(note) }
    let browser = Browser(library, in: context) { frozen ?? .current }
    let queue = BrowseQueue(context.cancellation)
    let reading = RequestReading(from: STDIN_FILENO, wake: wake, to: queue)
    defer { context.catalogue?.close() }
    guard let thread = LaneThread({ reading.run() }) else {
      throw RunProblem.outputFailed("the system has no thread left")
    }
    let answered = Result { try browser.answer(queue) }
    // The thread may be waiting for a line, or for room in the queue.
    queue.end()
    wake.send(.stop)
    thread.join()
    try answered.get()
    try reading.check()
    if context.cancellation.isCancelled { throw RunProblem.cancelled }
  }

  private func context(_ settings: RunSettings) throws -> RunContext {
    let directories = try tool.directories()
    let cancellation = Cancellation()
    let messages = messages
    let notices = RunNotices { messages.write($0) }
    var context = RunContext(
      components: tool.components, now: settings.now, ruleName: "browse",
      libraries: [command.library],
      ledgerPath: directories.ledger, outputFolder: command.out, cancellation: cancellation,
      decoders: DecoderPool(limit: settings.lanes, cancellation: cancellation), notices: notices)
    if !command.noCatalogue {
      context.catalogue = Catalogue(at: directories.catalogue, warn: { notices.tell($0) })
    }
    context.snapshots = SnapshotFolder(path: directories.changes)
    context.thumbnails = ThumbnailCache(folders: directories, version: Version.current)
    return context
  }
}
