internal import Pipeline
internal import Platform

/// One listing of albums: from the words of the command line to the last line.
struct AlbumsSession {
  private let command: AlbumsCommand
  private let tool: Tool
  private let messages: Messages

  init(_ command: AlbumsCommand, in tool: Tool) {
    self.command = command
    self.tool = tool
    messages = tool.messages()
  }

  /// - Throws: ``ExitStatus`` when not all could be listed.
  func run() throws {
    do {
      if try list() > 0 { throw ExitStatus.someFailed }
    } catch let status as ExitStatus {
      throw status
    } catch RunProblem.outputClosed {
      // Whoever read the list went away.
    } catch FetchProblem.changed {
      let problem = LibraryProblem.notFound("the library was changed while it was read; try again")
      throw messages.report(problem, rulePath: "")
    } catch {
      throw messages.report(error, rulePath: "")
    }
  }

  /// Lists the albums of all libraries; the answer is how many files could not be read.
  private func list() throws -> Int {
    let given = command.libraries + command.library
    let libraries =
      given.isEmpty ? try LibraryChoice.unnamed(in: tool) : LibraryChoice(named: given)
    let names = libraries.names
    guard !names.isEmpty else { throw libraries.absence }
    if let notice = libraries.notice { messages.write(notice) }
    for name in names { try tool.authority.check(named: name, in: tool.libraryKinds) }
    let settings = try RunSettings(RunRequest(now: nil, lanes: command.lanes))
    let context = try context(names, settings)
    defer { context.catalogue?.close() }
    Signals.handle(
      interrupt: { context.cancellation.cancel(byUser: $0) }, abandon: {}, report: {}, suspend: {},
      resume: {})
    let isTable = isatty(STDOUT_FILENO) == 1 && !command.json
    let output = RecordOutput(descriptor: STDOUT_FILENO)
    var rows = [["count", "title", "kind", "identifier"]]
    var failureCount = 0
    for name in names {
      let library = FetchLibrary(path: name, in: context, lanes: settings.lanes)
      for note in try library.open() { messages.write(note) }
      let inventory = try AlbumInventory(
        of: library, includesEmpty: !command.skipEmpty, includesHidden: command.includeHidden,
        in: context)
      for failure in inventory.failures { messages.write(failure) }
      failureCount += inventory.failures.count
      if isTable, names.count > 1 { rows.append(["", TerminalText.escaped("\(name):")]) }
      for album in inventory.albums {
        if isTable {
          rows.append(row(album))
        } else {
          album.writeRecord(into: &output.writer)
        }
      }
      try output.flush()
    }
    if isTable { tool.output.write("\(TextTable(rows, alignsNumbers: false))") }
    return failureCount
  }

  private func row(_ album: AlbumAsset) -> [String] {
    var path: [String] = []
    if case .texts(let folders) = album.value(of: .folderPath) { path = folders }
    let title = (path + [album.string(of: .title)]).joined(separator: "/")
    return [
      album.count.map { "\($0)" } ?? "", title, album.subtype.rawValue,
      album.string(of: .localIdentifier),
    ].map(TerminalText.escaped)
  }

  private func context(_ libraries: [String], _ settings: RunSettings) throws -> RunContext {
    // A list needs no home.
    let directories = try? tool.directories()
    let cancellation = Cancellation()
    let messages = messages
    let notices = RunNotices { messages.write($0) }
    var context = RunContext(
      components: tool.components, now: settings.now, ruleName: "albums", libraries: libraries,
      ledgerPath: directories?.ledger, cancellation: cancellation,
      decoders: DecoderPool(limit: settings.lanes, cancellation: cancellation), notices: notices)
    if let directories, !command.noCatalogue {
      context.catalogue = Catalogue(at: directories.catalogue, warn: { notices.tell($0) })
    }
    return context
  }
}
