internal import Pipeline
internal import Platform
internal import Sessions
internal import Terminal

/// The command `shotflow browse`: answers requests on standard input until its end.
struct BrowseSession {
  private let command: BrowseCommand
  private let tool: Tool
  private let messages: Messages

  init(_ command: BrowseCommand, in tool: Tool) {
    self.command = command
    self.tool = tool
    messages = tool.messages()
  }

  /// Answers requests until the input ends. Throws ``ExitStatus`` after an error or a signal.
  func run() throws {
    do {
      try answerAll()
    } catch RunProblem.outputClosed {
      // Standard output was closed.
    } catch {
      throw messages.report(error, rulePath: "")
    }
  }

  private func answerAll() throws {
    try checkWords()
    let settings = try RunSettings(
      RunRequest(now: command.now, lanes: command.lanes))
    let library = try library()
    try tool.authority.check(named: library, in: tool.libraryKinds)
    let frozen = command.now.map { _ in settings.now }
    var context = tool.context(
      named: "browse", on: [library], now: settings.now, storingIn: try tool.directories(),
      usesCatalogue: !command.noCatalogue, out: command.out, lanes: settings.lanes, messages)
    if command.page { context.keepPicturesOfFullDisk() }
    guard let wake = WakePipe() else { throw FileProblem("there is no descriptor left") }
    Signals.handle(context.cancellation, interrupted: { wake.send(.stop) })
    let fetches = FetchLibrary(
      path: library, in: context, lanes: settings.lanes,
      bounds: command.rows.map { FetchBounds(rows: $0) } ?? FetchBounds())
    for note in try fetches.open() { messages.write(note) }
    if command.page { return try answerPage(of: library, fetches, context) { frozen ?? .current } }
    let browser = Browser(fetches, in: context) { frozen ?? .current }
    let queue = BrowseQueue(context.cancellation)
    let reading = RequestReader(from: STDIN_FILENO, wake: wake, to: queue)
    defer { context.services.catalogue?.close() }
    guard let thread = WorkerThread({ reading.run() }) else {
      throw RunProblem.outputFailed("the system has no thread left")
    }
    let answered = Result { try browser.answer(queue) }
    // The reading thread may be waiting for a line, or for space in the queue.
    queue.end()
    wake.send(.stop)
    thread.join()
    try answered.get()
    try reading.check()
    if context.cancellation.isCancelled { throw RunProblem.cancelled }
  }

  private func answerPage(
    of library: String, _ fetches: FetchLibrary, _ context: RunContext,
    now: @escaping () -> Instant
  ) throws {
    defer {
      context.services.catalogue?.close()
      context.forgetPicturesOfFullDisk()
    }
    let title = library.split(separator: "/").last.map(String.init) ?? library
    let controller = PageController(title, PageOpening(opens: !command.noOpen, messages))
    defer { controller.end() }
    let pageState = PageState(kind: .library)
    _ = try controller.show(pageState, until: context.cancellation) { queue, descriptor in
      try Browser(fetches, in: context, outputDescriptor: descriptor, now: now).answer(queue)
    }
  }

  private func checkWords() throws(UsageProblem) {
    _ = try command.namedLibrary()
    if let word = command.rest.first { throw UsageProblem("unknown option \"\(word)\"") }
    if command.page { return }
    if command.noOpen { throw UsageProblem("--no-open is for --page") }
    if let word = command.subject {
      throw UsageProblem("unexpected \"\(word)\"; name the library by --library, or use --page")
    }
  }

  /// Returns the library on the command line, else the user's; throws ``UsageProblem`` for several.
  private func library() throws -> String {
    if let named = try command.namedLibrary() { return named }
    let choice = try LibraryChoice.unnamed(try tool.configuration())
    guard let library = choice.names.first else { throw choice.absence }
    guard choice.names.count == 1 else {
      throw UsageProblem("several libraries are configured; name one: --library FOLDER")
    }
    choice.tell(messages, in: tool)
    return library
  }
}
