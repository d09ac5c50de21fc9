internal import LuaBridge
package import Pipeline
internal import Platform
internal import Terminal

/// A rule with the settings, the libraries and the context of its run, as running, watching,
/// explaining and trying it need them.
package struct PreparedRule {
  package let rule: Rule
  package let settings: RunSettings
  package let libraries: LibraryChoice
  package var context: RunContext
  private let session: RuleSession

  /// - Throws: as ``LibraryChoice/unnamed(_:)``.
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
    var words = CommandLineBytes()
    // A rule that stores nothing runs without a home folder.
    context = session.tool.context(
      named: rule.loaded.name, on: libraries.names, now: settings.now,
      storingIn: try? session.tool.directories(), usesCatalogue: request.usesCatalogue,
      input: InputOptions(
        descriptor: 0, isNullSeparated: request.isNullSeparated,
        paths: rule.paths.map { words.bytes(of: $0) }),
      out: request.out, isDryRun: request.isDryRun, lanes: settings.lanes, until: cancellation,
      progress: progress, messages)
    context.request.rulePath = rule.loaded.resolvedPath
    context.output.pictureDescriptor = settings.outDescriptor
    if messages.tellsEachFailure { context.output.failed = { messages.write($0) } }
  }

  var permissions: RulePermissions {
    RulePermissions(
      of: rule, on: libraries, settings.permission, ruleWords: session.request.ruleWords,
      messages: session.messages, in: session.tool)
  }

  /// Determines the permissions of the run, asks about those without a decision, and applies them
  /// to the context.
  ///
  /// - Parameter asker: asks the user; nil if there is no terminal or page.
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

  /// Asks for permissions on the terminal, where signals end the rule's run from now on.
  mutating func settlePermissionsOnTerminal() throws {
    let terminal = PermissionTerminal(
      status: session.messages.status, cancellation: context.cancellation)
    handleSignals([terminal?.mode])
    try settlePermissions(by: terminal)
  }

  /// Handles signals: they end the rule's run and restore the terminals. `report` is called for
  /// SIGUSR1.
  func handleSignals(
    _ modes: [TerminalMode?] = [], report: @escaping @Sendable () -> Void = {}
  ) {
    Signals.handle(
      context.cancellation, modes, report: report, interrupted: { [rule] in rule.loaded.cancel() })
  }
}

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

  /// Reports that a rule which reads standard input waits for it. Throws ``UsageProblem`` if
  /// standard input was the rule itself.
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

  /// Loads the rule, and prepares its run. Throws the problems of the settings, the rule and the
  /// libraries.
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
