internal import LuaBridge
internal import Pipeline
internal import Platform
internal import Sessions
internal import Terminal

/// A watched rule in its last loaded version, with everything that its evaluations need. Confined
/// to the thread that watches.
final class WatchedRule {
  let session: RuleSession
  let rule: Rule
  private let context: RunContext
  /// The libraries that the rule reads.
  let places: [LibraryPlace]
  private let lanes: Int
  /// The evaluation of arrivals; nil for a rule that observes.
  private let watch: RuleWatch?
  /// The stored state of the watch for each library; empty if nothing can be stored.
  let records: [String: WatchRecord]
  /// The time at which the observed fetch has to be repeated; nil if nothing has changed.
  var isDue: ContinuousClock.Instant?

  /// The common environment of a watch's rules.
  struct WatchEnvironment {
    let cancellation: Cancellation
    let notifier: (any Notifier)?
    let asker: PermissionTerminal?
    /// The queue of offers.
    let line: OfferQueue
    /// A gate that separates the records of several threads.
    let gate: OutputGate
    /// The files that the rules write, which are not arrivals.
    let written: WrittenFiles
    /// The test for a library's presence; assets of an absent one were not removed.
    let isThere: @Sendable (String) -> Bool
  }

  /// Loads the rule, and asks for the permissions that it needs.
  ///
  /// - Parameter before: the rule that it replaces; nil for none.
  /// - Throws: the problems of the rule, or a refusal.
  init(_ session: RuleSession, in environment: WatchEnvironment, after before: WatchedRule? = nil)
    throws
  {
    self.session = session
    let settings = try session.settings()
    let rule = try session.rule(settings, movesNow: true)
    self.rule = rule
    try Self.check(rule)
    let printing = try session.printing(of: rule)
    var prepared = try session.prepared(rule, settings, until: environment.cancellation)
    try prepared.settlePermissions(by: environment.asker)
    let messages = session.messages
    if before == nil {
      for notice in [prepared.libraries.notice].compactMap(\.self) + printing.notices {
        messages.write(notice)
      }
    }
    var context = prepared.context
    context.services.notifier = session.request.isDryRun ? nil : environment.notifier
    context.output.lines =
      before?.context.output.lines
      ?? RecordLineOptions(in: printing.form, through: environment.gate)
    context.output.failed = { messages.write($0) }
    lanes = settings.lanes
    context.writtenFiles = environment.written
    context.libraryKinds = context.libraryKinds.remembering()
    places = try Self.places(of: prepared)
    records = try Self.records(of: rule, on: places, session, after: before)
    if let observed = rule.plan.observed {
      let paths = places.map(\.path)
      let isSame = before?.rule.plan.observed?.isSame(as: observed) ?? false
      context.observationState =
        isSame
        ? before?.context.observationState
        : ObservationState { paths.allSatisfy(environment.isThere) }
      watch = nil
    } else {
      // The catalogue doesn't have assets that were just written.
      context.services.catalogue = nil
      watch = RuleWatch(
        in: context, functions: rule.loaded,
        offersBy: context.services.notifier == nil ? nil : environment.line
      ) { try rule.plans(at: $0) }
    }
    self.context = context
  }

  /// Checks that assets can arrive for the rule. Throws ``UsageProblem`` for a rule to which
  /// nothing arrives.
  static func check(_ rule: Rule) throws(UsageProblem) {
    let traits = rule.plan.source.traits
    if traits.input.isStandardInput {
      throw UsageProblem(
        "the rule reads standard input, to which nothing arrives; run it, or let its source be a"
          + " library")
    }
    if let program = traits.action.program {
      throw UsageProblem(
        "the source of the rule is the program \(program.text), which is not watched; run the rule, or"
          + " let its source be a library")
    }
    if traits.input.listsAlbums, rule.plan.observed == nil {
      throw UsageProblem(
        "the rule lists albums, to which nothing arrives; add observe {} for the changes of the"
          + " list, or use browse")
    }
  }

  static func places(of prepared: PreparedRule) throws -> [LibraryPlace] {
    let own = prepared.rule.plan.input.ownLibrary?.name
    if own == nil, prepared.libraries.names.isEmpty { throw prepared.libraries.absence }
    return try prepared.context.places(own: own, named: prepared.libraries.names)
  }

  private static func records(
    of rule: Rule, on places: [LibraryPlace], _ session: RuleSession, after before: WatchedRule?
  ) throws -> [String: WatchRecord] {
    // Without a home folder a rule is watched, but nothing is stored.
    guard let directories = try? session.tool.directories() else { return [:] }
    let identity = try rule.loaded.identity()
    var records: [String: WatchRecord] = [:]
    for place in places {
      records[place.path] =
        try before?.records[place.path]
        ?? WatchRecord(
          rule: session.subject.label, identity: identity, library: place, in: directories.state,
          catchesUp: rule.plan.input.catchesUp)
    }
    return records
  }

  /// True if the rule gets the assets that arrived while it was not watched.
  var catchesUp: Bool { rule.plan.input.catchesUp }

  /// Returns true if the rule gets the assets that arrived in a library before; false if it was
  /// never watched there.
  func catchesUp(on place: LibraryPlace) -> Bool {
    catchesUp && records[place.path]?.isFirst == false
  }

  /// Stores the keys of assets that are known from now on.
  func note(_ keys: KnownAssets.Keys, in place: LibraryPlace) {
    records[place.path]?.known?.note(keys)
  }

  /// The number of assets that the rule has offered since it was loaded.
  var offers: Int { watch?.offers ?? 0 }

  /// True if the rule prints the changes of a fetch instead of the assets that arrive.
  var observes: Bool { watch == nil }

  /// True if the reader of its records has gone away, or they can't be written.
  var isOutputOver: Bool { context.output.lines.outputState.state == .ended }

  /// The files that the rule was loaded from, with the user's settings.
  var files: [String] { rule.loaded.files + [settings].compactMap(\.self) }

  private var settings: String? {
    (try? session.tool.directories()).map { "\($0.configuration)/config.lua" }
  }

  /// Starts to watch one of the rule's libraries; throws ``LibraryProblem``.
  func watcher(of place: LibraryPlace, _ terms: WatchSettings) throws -> any LibraryWatcher {
    try context.watcher(of: place, terms)
  }

  /// Evaluates the rule for arrivals.
  func evaluate(_ arrivals: Arrivals, at now: Instant) throws -> RunReport {
    try watch?.evaluate(arrivals, at: now) ?? RunReport()
  }

  /// Repeats the observed fetch, and prints its changes since the last time.
  func observe() throws -> RunReport {
    var context = context
    context.request.now = .current
    context.resources[OpenedLibraries.self] = OpenedLibraries()
    let messages = session.messages
    if session.request.usesCatalogue, let directories = try? session.tool.directories() {
      context.services.catalogue = Tool.catalogue(
        in: directories, RunNotices { messages.write($0) })
    }
    let plan = try rule.plans(at: context.request.now)[0]
    let functions = ReusedFunctions(rule.loaded, at: context.request.now)
    return try PipelineRun(plan, in: context, functions: functions, lanes: lanes).run()
  }

  /// Ends the rule's output, so that a list is complete.
  func end() { try? RecordOutput(descriptor: STDOUT_FILENO, context.output.lines).end() }
}
