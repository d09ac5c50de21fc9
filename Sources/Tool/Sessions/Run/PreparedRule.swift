internal import LuaBridge
package import Pipeline
internal import Platform
internal import Terminal

/// A loaded rule with the settings, libraries and context of its run, for the commands that run,
/// watch, explain and trace rules.
package struct PreparedRule {
  package internal(set) var rule: Rule
  package let settings: RunSettings
  package let libraries: LibraryChoice
  package var context: RunContext
  private let session: RuleSession

  /// Loads the rule, chooses its libraries and makes the context of its run.
  ///
  /// - Parameters:
  ///   - settings: the parsed options of the run; nil to parse them here.
  ///   - movesNow: true if the rule is evaluated at different times.
  /// - Throws: the problems of the settings and the rule, or as ``LibraryChoice/unnamed(_:)``.
  package init(
    _ session: RuleSession, _ settings: RunSettings? = nil, movesNow: Bool = false,
    until cancellation: Cancellation = Cancellation()
  ) throws {
    let (request, tool, messages) = (session.request, session.tool, session.messages)
    let settings = try settings ?? RunSettings(request)
    self.settings = settings
    self.session = session
    rule = try Self.rule(of: session, settings, movesNow: movesNow)
    libraries = try rule.libraries(
      named: request.libraries, in: tool, try session.configuration())
    try rule.checkOtherLibraries(besides: libraries.names, in: tool)
    var words = CommandLineBytes()
    // A rule that stores nothing runs even if the home folder is unknown.
    context = tool.context(
      named: rule.loaded.name, on: libraries.names, now: settings.now,
      storingIn: try? tool.directories(), usesCatalogue: request.usesCatalogue,
      input: InputOptions(
        descriptor: 0, isNullSeparated: request.isNullSeparated,
        paths: rule.paths.map { words.bytes(of: $0) }),
      out: request.out, isDryRun: request.isDryRun, lanes: settings.lanes, until: cancellation,
      isQuiet: request.isQuiet, messages)
    context.rootMap = context.rootMap.preceded(by: settings.roots)
    context.request.includesEverything = request.includesEverything
    context.request.input.givesCameraTexts = request.includesCameraTexts
    context.libraryLocks = LibraryLocks(
      waits: request.waits, notices: context.services.notices, until: cancellation)
    context.request.rulePath = rule.loaded.resolvedPath
    context.output.target = try rule.target(
      named: request.libraries, in: tool, try session.configuration())
    context.output.pictureDescriptor = settings.outDescriptor
    if messages.tellsEachFailure { context.output.failed = { messages.write($0) } }
  }

  private static func rule(
    of session: RuleSession, _ settings: RunSettings, movesNow: Bool
  ) throws -> Rule {
    let request = session.request
    do {
      return try Rule(
        session.subject, words: request.ruleWords, now: settings.now, runs: true,
        movesNow: movesNow, configuration: try session.configuration(),
        libraries: request.libraries, in: session.tool, session.messages)
    } catch let problems as RuleProblems where session.subject.isOfProgram {
      // The rule's text is made from the command line, so its problems are those of the arguments.
      throw UsageProblem(
        problems.problems.map(\.messageWithRemedy).joined(separator: "; "),
        problems.problems.compactMap(\.excerpt))
    }
  }

  /// Returns the format of the records, checked for the members that the rule's records may have.
  package func printing() throws(UsageProblem) -> PrintFormat {
    let (output, tool) = (session.request.output, session.tool)
    return try (rule.countsAll ? output.printing("{count}") : output)
      .printing(color: settings.color ?? tool.color) { rule.recordMembers(in: tool) }
  }

  var permissions: RulePermissions {
    RulePermissions(
      of: rule, on: libraries, settings.permission, messages: session.messages, in: session.tool)
  }

  /// Determines the permissions of the run, lets `asker` ask for undecided ones, and applies them
  /// to the context; `asker` is nil without a terminal or page.
  package mutating func settlePermissions(by asker: (any PermissionPrompt)?) throws {
    let context = context
    for library in context.output.target?.libraries ?? [] where FolderPath(real: library).isThere {
      try session.tool.authority.check(named: library, in: session.tool.libraryKinds)
    }
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
