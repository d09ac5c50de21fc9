package import Files
package import Pipeline
internal import Terminal

extension Tool {
  /// Returns the context in which a command reads libraries or runs a rule.
  ///
  /// - Parameters:
  ///   - name: the name of the rule, or of a command without one.
  ///   - components: the stages and libraries that the rule can use; nil for the tool's.
  ///   - folders: the folders of the ledger, the caches and the journals; nil to store nothing.
  ///   - lanes: the greatest number of decoder processes.
  ///   - isQuiet: true to drop remarks about what was left out as it should be.
  ///   - messages: receives what concerns no asset; nil to drop it.
  package func context(
    named name: String, on libraries: [String] = [], components: Components? = nil,
    now: Instant = .current, storingIn folders: StateDirectories? = nil,
    usesCatalogue: Bool = true, input: InputOptions = InputOptions(), out: String? = nil,
    isDryRun: Bool = false, lanes: Int = 1, until cancellation: Cancellation = Cancellation(),
    progress: RunProgress = RunProgress(), isQuiet: Bool = false, _ messages: Messages? = nil
  ) -> RunContext {
    let notices =
      messages.map { messages in
        RunNotices(
          isQuiet: isQuiet, { messages.write($0) },
          hint: { tellUntilKnown($0, countedIn: "inner-libraries", messages) })
      } ?? RunNotices()
    var context = RunContext(
      components: components ?? self.components, now: now, ruleName: name, libraries: libraries,
      ledgerPath: folders?.ledger, input: input, outputFolder: out, isDryRun: isDryRun,
      cancellation: cancellation, progress: progress,
      decoders: DecoderPool(limit: lanes, cancellation: cancellation), notices: notices)
    context.rootMap = LibraryRootMap(reading: { [self] in (try? configuration().roots) ?? [] })
    context.unfinishedFiles = UnfinishedFiles()
    guard let folders else { return context }
    if usesCatalogue { context.services.catalogue = Self.catalogue(in: folders, notices) }
    context.snapshots = SnapshotFolder(path: folders.changes)
    context.journal = RunJournal(
      in: JournalFolder(path: folders.journals), rule: name, at: .current, notices: notices)
    context.thumbnails = ThumbnailCache(folders: folders, version: Version.current)
    return context
  }

  /// Writes a message on a terminal only, and only until it was seen ten times, which the size of a
  /// file in the cache counts.
  func tellUntilKnown(_ text: String, countedIn name: String, _ messages: Messages) {
    guard messages.status.isTerminal else { return }
    if let folders = try? directories() {
      let folder = LazyFolder([folders.name], below: folders.cacheBase)
      let count = (try? folder.existing()?.open(name))?.status.size ?? 0
      if count >= 10 { return }
      let marks = [UInt8](repeating: UInt8(ascii: "."), count: Int(count) + 1)
      try? folder.make { (folder) throws(FileProblem) in try folder.write(marks, to: name) }
    }
    messages.write(text)
  }

  /// Returns the cache of the facts and hashes that earlier runs read from files.
  package static func catalogue(
    in folders: StateDirectories, _ notices: RunNotices
  ) -> Catalogue {
    Catalogue(at: folders.catalogue, warn: { notices.tell($0) })
  }
}
