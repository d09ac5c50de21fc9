package import Pipeline
internal import Platform

/// A page in the browser on which the user chooses among assets that were offered by one question.
package struct PageChooser: OfferChooser {
  private let messages: Messages

  /// Creates the chooser; nil where no page can be shown: the program that serves pages is missing, or
  /// the process may gain no privileges, as in a service whose programs can't write. A browser that
  /// such a process starts can't work.
  package init?(_ messages: Messages) {
    guard InstalledExecutable(PageHelper.program).path != nil, !Self.isShutIn else { return nil }
    self.messages = messages
  }

  private static var isShutIn: Bool {
    guard let file = try? OpenFile(directory: AT_FDCWD, name: "/proc/self/status"),
      let text = try? file.bytes(from: 0, count: 1 << 14)
    else { return false }
    return String(decoding: text, as: UTF8.self).contains("\nNoNewPrivs:\t1\n")
  }

  package func choose(
    among assets: [Asset], _ title: String, in context: RunContext
  ) throws -> Set<Int> {
    let records = try RecordFile(listing: assets, in: context)
    let page = PageController(
      title,
      PageOpening(
        opens: true, messages,
        opened: "the page to choose from \(assets.count) is open in your browser"))
    defer { page.end() }
    var context = context
    context.arrivals = nil
    let decision = try RecordPage(records, in: context, on: page, goesOn: true).show(
      PageState(kind: .records, limit: 0))
    if case .chosen(let picks) = decision { return Set(picks.map(\.place)) }
    // What the user did not see is offered again.
    guard page.isSeen else { throw NotifierProblem("the page to choose from was not opened") }
    return []
  }
}

extension RecordFile {
  /// Writes assets to a new file without a name; throws ``RunProblem`` if none can be created.
  convenience init(listing assets: [Asset], in context: RunContext) throws {
    guard let file = NamelessFile() else {
      throw RunProblem.outputFailed("there is no room for the assets to choose from")
    }
    let output = RecordOutput(descriptor: file.descriptor, RecordLineOptions())
    for asset in assets { asset.writeLine(into: &output.writer) }
    try output.flush()
    try self.init(file.descriptor, unless: context.cancellation)
  }
}
