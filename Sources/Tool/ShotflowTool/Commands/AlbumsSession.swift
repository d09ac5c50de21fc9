internal import Pipeline
internal import Platform
internal import Sessions

/// The command `shotflow albums`, from its arguments to the last line.
struct AlbumsSession {
  private let command: AlbumsCommand
  private let tool: Tool
  private let messages: Messages

  init(_ command: AlbumsCommand, in tool: Tool) {
    self.command = command
    self.tool = tool
    messages = tool.messages()
  }

  /// Lists the albums of all libraries. Throws ``ExitStatus`` if not all could be listed.
  func run() throws {
    try messages.reporting {
      do {
        if try list() > 0 { throw ExitStatus.someFailed }
      } catch RunProblem.outputClosed {
        // Standard output was closed.
      } catch FetchProblem.changed {
        throw LibraryProblem.notFound("the library was changed while it was read; try again")
      }
    }
  }

  /// Prints the albums and their counts; returns the number of files that could not be read.
  private func list() throws -> Int {
    let given = command.libraries + command.library
    if given.contains(RuleSubject.inputWord) {
      throw UsageProblem(
        "albums are those of a library, and standard input has none; name a library")
    }
    let libraries =
      given.isEmpty
      ? try LibraryChoice.unnamed(try tool.configuration()) : LibraryChoice(named: given)
    let names = libraries.names
    guard !names.isEmpty else { throw libraries.absence }
    libraries.tell(messages, in: tool)
    for name in names { try tool.authority.check(named: name, in: tool.libraryKinds) }
    let settings = try RunSettings(RunRequest(now: nil, lanes: command.lanes))
    // Without a home folder albums can be listed, too.
    var context = tool.context(
      named: "albums", on: names, now: settings.now, storingIn: try? tool.directories(),
      usesCatalogue: !command.noCatalogue, lanes: settings.lanes, messages)
    context.request.includesEverything = command.everything
    defer { context.services.catalogue?.close() }
    Signals.handle(context.cancellation)
    let printing = try printing(libraryCount: names.count)
    for notice in printing.notices { messages.write(notice) }
    let output = RecordOutput(descriptor: STDOUT_FILENO, RecordLineOptions(in: printing.form))
    // The output is completed even if reading the albums fails.
    defer { try? output.end() }
    var failureCount = 0
    for name in names {
      let library = FetchLibrary(path: name, in: context, lanes: settings.lanes)
      for note in try library.open() { messages.write(note) }
      let inventory = try AlbumInventory(
        of: library, includesEmpty: !command.skipEmpty, includesHidden: command.includeHidden,
        in: context)
      for failure in inventory.failures { messages.write(failure) }
      failureCount += inventory.failures.count
      for album in inventory.albums { album.writeLine(into: &output.writer) }
      try output.flush()
    }
    try output.end()
    if printing.isTableByItself { messages.writeHint(PrintFormat.hint) }
    return failureCount
  }

  /// Returns the form of the records; a table of several libraries has a column for the library.
  private func printing(libraryCount: Int) throws -> PrintFormat {
    var request = command.output.given
    if request.format == nil { request.standard = try tool.terminalFormat() }
    return try request.printing(color: tool.color) {
      RecordMembers([libraryCount > 1 ? .albumOfLibrary : .album], in: tool)
    }
  }
}
