internal import LuaBridge
package import Pipeline
internal import Platform
internal import Terminal

/// The common preparation of running, explaining and trying a rule: its settings, libraries,
/// permissions and signals.
extension RuleSession {
  /// Returns the settings of the run.
  package func settings() throws(UsageProblem) -> RunSettings {
    _ = try RunSettings.color(request)
    return try RunSettings(request)
  }

  /// Loads the rule.
  ///
  /// - Parameter movesNow: true if the rule is evaluated at different moments.
  package func rule(_ settings: RunSettings, movesNow: Bool = false) throws -> Rule {
    do {
      return try Rule(
        subject, words: request.ruleWords, now: settings.now, runs: true, movesNow: movesNow,
        configuration: try configuration(), in: tool, messages)
    } catch let problems as RuleProblems where subject.isOfProgram {
      // The text is made from the command line, which has the mistake.
      let messages = problems.problems.map { problem in
        problem.message + (problem.suggestion.map { "; did you mean \"\($0)\"?" } ?? "")
      }
      throw UsageProblem(messages.joined(separator: "; "))
    }
  }

  /// Reports that a rule which reads standard input waits for it.
  ///
  /// - Throws: ``UsageProblem`` if standard input was the rule itself.
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

  /// Returns the form of the records, checked against the members that the rule can print.
  package func printing(of rule: Rule) throws(UsageProblem) -> PrintFormat {
    let color = try RunSettings.color(request) ?? tool.color
    return try request.output.printing(color: color) { rule.recordMembers(in: tool) }
  }

  /// Returns the permissions that the rule requests.
  func permissions(
    of rule: Rule, on libraries: LibraryChoice, _ settings: RunSettings
  ) throws -> RulePermissions {
    RulePermissions(
      of: rule, on: libraries, settings.permission, ruleWords: request.ruleWords,
      messages: messages, in: tool)
  }

  /// Returns the assets of a library, for the user to choose from.
  static func assets(
    for request: PermissionRequest, in context: RunContext
  ) throws -> [ChoosableAsset] {
    guard case .library(let path) = request.target else { return [] }
    var context = context
    context.request.libraries = [path]
    context.permission.access = LibraryAccess()
    context.progress = RunProgress()
    return try ChoosableAsset.all(in: context, includesHidden: request.includesHidden)
  }

  /// Returns the context of the run.
  package func context(
    for rule: Rule, on libraries: LibraryChoice, _ settings: RunSettings, progress: RunProgress,
    until cancellation: Cancellation = Cancellation()
  ) throws -> RunContext {
    // A rule that stores nothing runs without a home folder.
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
    context.request.rulePath = rule.loaded.resolvedPath
    context.output.pictureDescriptor = settings.outDescriptor
    if messages.tellsEachFailure { context.output.failed = { messages.write($0) } }
    if let directories, request.usesCatalogue {
      context.services.catalogue = Catalogue(at: directories.catalogue, warn: { notices.tell($0) })
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

  /// Returns the libraries that the rule reads.
  ///
  /// - Throws: as ``LibraryChoice/unnamed(_:)``.
  package func libraries(of rule: Rule) throws -> LibraryChoice {
    try rule.libraries(named: request.libraries, in: tool, try configuration())
  }

  /// Determines the permissions of a run, asks about those without a decision, and applies them to
  /// the context.
  ///
  /// - Parameter asker: asks the user; nil if there is no terminal or page.
  package func settlePermissions(
    of rule: Rule, on libraries: LibraryChoice, _ settings: RunSettings,
    by asker: (any PermissionPrompt)?, in context: inout RunContext
  ) throws {
    let asked = context
    let permitted = try permissions(of: rule, on: libraries, settings)
      .settle(by: asker) { try Self.assets(for: $0, in: asked) }
    context.permission.access = permitted.access
    context.permission.capabilities = permitted.capabilities
    context.permission.programs = permitted.programs
    context.permission.places = permitted.places
  }

  /// Handles signals: they end the rule's run and restore the terminals.
  ///
  /// - Parameter report: called for SIGUSR1.
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
