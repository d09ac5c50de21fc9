internal import LuaBridge
package import Pipeline
internal import Platform
internal import Terminal

/// A loaded rule with the settings, libraries and context of its run, for the commands that run,
/// watch, explain and trace rules.
package struct PreparedRule {
  package let rule: Rule
  package let settings: RunSettings
  package let libraries: LibraryChoice
  package var context: RunContext
  private let session: RuleSession

  /// Chooses the libraries and makes the context. Throws as ``LibraryChoice/unnamed(_:)``.
  fileprivate init(
    _ rule: Rule, _ settings: RunSettings, of session: RuleSession, _ progress: RunProgress,
    _ cancellation: Cancellation
  ) throws {
    self.rule = rule
    self.settings = settings
    self.session = session
    let (request, messages) = (session.request, session.messages)
    libraries = try rule.libraries(
      named: request.libraries, in: session.tool, try session.configuration())
    try rule.checkOtherLibraries(besides: libraries.names, in: session.tool)
    var words = CommandLineBytes()
    // A rule that stores nothing runs even if the home folder is unknown.
    context = session.tool.context(
      named: rule.loaded.name, on: libraries.names, now: settings.now,
      storingIn: try? session.tool.directories(), usesCatalogue: request.usesCatalogue,
      input: InputOptions(
        descriptor: 0, isNullSeparated: request.isNullSeparated,
        paths: rule.paths.map { words.bytes(of: $0) }),
      out: request.out, isDryRun: request.isDryRun, lanes: settings.lanes, until: cancellation,
      progress: progress, isQuiet: request.isQuiet, messages)
    context.rootMap = context.rootMap.preceded(by: settings.roots)
    context.request.includesEverything = request.includesEverything
    context.request.input.givesCameraTexts = request.includesCameraTexts
    context.libraryLocks = LibraryLocks(
      waits: request.waits, notices: context.services.notices, until: cancellation)
    context.request.rulePath = rule.loaded.resolvedPath
    context.output.pictureDescriptor = settings.outDescriptor
    if messages.tellsEachFailure { context.output.failed = { messages.write($0) } }
  }

  var permissions: RulePermissions {
    RulePermissions(
      of: rule, on: libraries, settings.permission, ruleWords: rule.optionWords,
      messages: session.messages, in: session.tool)
  }

  /// Determines the permissions of the run, lets `asker` ask for undecided ones, and applies them
  /// to the context; `asker` is nil without a terminal or page.
  package mutating func settlePermissions(by asker: (any PermissionPrompt)?) throws {
    let context = context
    self.context.permission = try permissions.settle(by: asker) { request in
      guard case .library(let path) = request.target else { return [] }
      var listing = context
      listing.request.libraries = [path]
      listing.permission.access = LibraryAccess()
      listing.progress = RunProgress()
      return try ChoosableAsset.all(in: listing, includesHidden: request.includesHidden)
    }
  }

  /// Asks for permissions on the terminal; from now on signals end the rule's run.
  mutating func settlePermissionsOnTerminal() throws {
    let terminal = PermissionTerminal(
      status: session.messages.status, cancellation: context.cancellation)
    handleSignals([terminal?.mode])
    try settlePermissions(by: terminal)
  }

  /// Handles signals: they end the run and restore the terminals; SIGUSR1 calls `report`.
  func handleSignals(
    _ modes: [TerminalMode?] = [], report: @escaping @Sendable () -> Void = {}
  ) {
    Signals.handle(
      context.cancellation, modes, report: report, interrupted: { [rule] in rule.loaded.cancel() })
  }
}

extension RuleSession {
  /// Returns the settings of the run. Throws ``UsageProblem`` for an option's invalid value.
  package func settings() throws(UsageProblem) -> RunSettings {
    _ = try RunSettings.color(request)
    return try RunSettings(request)
  }

  /// Loads the rule; `movesNow` is true if it is evaluated at different times.
  package func rule(_ settings: RunSettings, movesNow: Bool = false) throws -> Rule {
    do {
      return try Rule(
        subject, words: request.ruleWords, now: settings.now, runs: true, movesNow: movesNow,
        configuration: try configuration(), libraries: request.libraries, in: tool, messages)
    } catch let problems as RuleProblems where subject.isOfProgram {
      // The rule's text is made from the command line, so its problems are those of the arguments.
      let messages = problems.problems.map { problem in
        problem.message + (problem.suggestion.map { "; did you mean \"\($0)\"?" } ?? "")
      }
      throw UsageProblem(
        messages.joined(separator: "; "), problems.problems.compactMap(\.excerpt))
    }
  }

  /// Writes a message that the rule waits for input if that is a terminal. Throws ``UsageProblem``
  /// if the rule itself was read from standard input.
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

  /// Returns the format of the records, checked for the members that the rule's records may have.
  package func printing(of rule: Rule) throws(UsageProblem) -> PrintFormat {
    let color = try RunSettings.color(request) ?? tool.color
    let request = rule.countsAll ? request.printing("{count}") : request
    return try request.output.printing(color: color) { rule.recordMembers(in: tool) }
  }

  /// Loads the rule, and prepares its run. Throws the problems of settings, rule and libraries.
  func prepared() throws -> PreparedRule {
    let settings = try settings()
    return try prepared(try rule(settings), settings)
  }

  /// Prepares the run of a rule that was loaded. Throws as ``LibraryChoice/unnamed(_:)``.
  package func prepared(
    _ rule: Rule, _ settings: RunSettings, progress: RunProgress = RunProgress(),
    until cancellation: Cancellation = Cancellation()
  ) throws -> PreparedRule {
    try PreparedRule(rule, settings, of: self, progress, cancellation)
  }
}
