internal import Console
internal import Formats
internal import LuaBridge
internal import Pipeline
internal import Platform
internal import Terminals

/// What running, explaining and trying a rule have in common: its settings, libraries, permissions and
/// signals.
extension RuleSession {
  func settings() throws(UsageProblem) -> RunSettings {
    _ = try RunSettings.color(request)
    return try RunSettings(request)
  }

  /// - Parameter movesNow: whether it is evaluated at different moments.
  func rule(_ settings: RunSettings, movesNow: Bool = false) throws -> Rule {
    do {
      return try Rule(
        subject, words: request.ruleWords, now: settings.now, runs: true, movesNow: movesNow,
        configuration: try configuration(), in: tool, messages)
    } catch let problems as RuleProblems where subject.isOfProgram {
      // Its text was made of the command line, which is where it is wrong.
      let messages = problems.problems.map { problem in
        problem.message + (problem.suggestion.map { "; did you mean \"\($0)\"?" } ?? "")
      }
      throw UsageProblem(messages.joined(separator: "; "))
    }
  }

  /// Tells a user what a rule waits for that reads standard input.
  ///
  /// - Throws: ``UsageProblem`` when the rule itself was there.
  func checkInput() throws(UsageProblem) {
    if subject.isInput {
      throw UsageProblem(
        "standard input holds the rule, so it can't hold records; name files behind the rule, or"
          + " give the rule by -e or as <(…)")
    }
    if isatty(STDIN_FILENO) == 1 {
      messages.write("waiting for paths or records, one a line; Ctrl-D ends them")
    }
  }

  /// The form of the records, checked against what the rule can print.
  func printing(of rule: Rule) throws(UsageProblem) -> RecordPrinting {
    let color = try RunSettings.color(request) ?? tool.color
    return try request.output.printing(color: color) { rule.recordMembers(in: tool) }
  }

  func permissions(
    of rule: Rule, on libraries: LibraryChoice, _ settings: RunSettings
  ) throws -> RulePermissions {
    RulePermissions(
      of: rule, on: libraries, settings.permission, ruleWords: request.ruleWords,
      messages: messages, in: tool)
  }

  /// The assets of a library, for a person to choose among.
  static func assets(
    for request: PermissionRequest, in context: RunContext
  ) throws -> [ChoosableAsset] {
    guard case .library(let path) = request.target else { return [] }
    var context = context
    context.libraries = [path]
    context.access = LibraryAccess()
    context.progress = RunProgress()
    return try ChoosableAsset.all(in: context, includesHidden: request.includesHidden)
  }

  func context(
    for rule: Rule, on libraries: LibraryChoice, _ settings: RunSettings, progress: RunProgress,
    until cancellation: Cancellation = Cancellation()
  ) throws -> RunContext {
    // A rule that keeps nothing runs without a home.
    let directories = try? tool.directories()
    var words = CommandLineBytes()
    let input = InputOptions(
      descriptor: 0, isNullSeparated: request.isNullSeparated,
      paths: rule.paths.map { words.bytes(of: $0) })
    let messages = messages
    let notices = RunNotices { messages.write($0) }
    var context = RunContext(
      components: tool.components, now: settings.now, ruleName: rule.loaded.name,
      libraries: libraries.names,
      ledgerPath: directories?.ledger, input: input, outputFolder: request.out,
      isDryRun: request.isDryRun, cancellation: cancellation, progress: progress,
      decoders: DecoderPool(limit: settings.lanes, cancellation: cancellation), notices: notices)
    context.rulePath = rule.loaded.resolvedPath
    context.pictureDescriptor = settings.outDescriptor
    if messages.tellsEachFailure { context.failed = { messages.write($0) } }
    if let directories, request.usesCatalogue {
      context.catalogue = Catalogue(at: directories.catalogue, warn: { notices.tell($0) })
    }
    if let directories {
      context.snapshots = SnapshotFolder(path: directories.changes)
      context.journal = RunJournal(
        in: JournalFolder(path: directories.journals), rule: rule.loaded.name, at: .current,
        notices: notices)
      context.thumbnails = ThumbnailCache(folders: directories, version: Version.current)
    }
    return context
  }

  /// The libraries that the rule reads.
  ///
  /// - Throws: as ``LibraryChoice/unnamed(_:)``.
  func libraries(of rule: Rule) throws -> LibraryChoice {
    try rule.libraries(named: request.libraries, in: tool, try configuration())
  }

  /// Finds what the user allows, asking where that is open, and lets the run do that.
  ///
  /// - Parameter asker: asks the user; nil where nobody can be asked.
  func settlePermissions(
    of rule: Rule, on libraries: LibraryChoice, _ settings: RunSettings,
    by asker: (any PermissionAsker)?, in context: inout RunContext
  ) throws {
    let asked = context
    let permitted = try permissions(of: rule, on: libraries, settings)
      .settle(by: asker) { try Self.assets(for: $0, in: asked) }
    context.access = permitted.access
    context.capabilities = permitted.capabilities
    context.programs = permitted.programs
  }

  /// Lets signals end the rule's run, and terminals be as they were.
  ///
  /// - Parameter report: what SIGUSR1 does.
  func handleSignals(
    to rule: Rule, _ cancellation: Cancellation, _ modes: [TerminalMode],
    report: @escaping @Sendable () -> Void = {}
  ) {
    let loaded = rule.loaded
    Signals.handle(
      interrupt: { byUser in
        cancellation.cancel(byUser: byUser)
        loaded.cancel()
      },
      abandon: { for mode in modes { mode.end() } },
      report: report,
      suspend: { for mode in modes { mode.suspend() } },
      resume: { for mode in modes { mode.resume() } })
  }
}
