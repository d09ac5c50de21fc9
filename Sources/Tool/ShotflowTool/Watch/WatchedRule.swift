internal import LuaBridge
internal import Pipeline
internal import Platform
internal import Sessions
internal import Terminal

/// A watched rule in its last loaded version, with everything that its evaluation needs. Confined
/// to the thread that watches.
final class WatchedRule {
  let session: RuleSession
  let rule: Rule
  private let context: RunContext
  /// The libraries that the rule reads.
  let places: [LibraryPlace]
  private let lanes: Int
  /// The evaluation of arrived assets; nil for a rule with `observe`.
  private let watch: RuleWatch?
  /// The stored state of each watched library, by its path; empty if nothing can be stored.
  let records: [String: WatchRecord]
  /// The absolute path of the rule's file without links; nil if it is in none.
  let path: String?
  /// The pauses of the rule in its libraries, by their paths; empty if nothing can be stored.
  let pauses: [String: RulePause]
  /// The last events of all versions of the rule.
  let activity: WatchActivity
  /// The files that the rule puts into the libraries, which don't arrive for it.
  let written: WrittenFiles
  /// True if a later version of the rule has an error, so that this one goes on.
  var isOutdated = false
  /// The time at which the fetch of a rule with `observe` is repeated; nil if nothing has changed.
  var isDue: ContinuousClock.Instant?

  /// The objects that all rules of a watch share.
  struct WatchEnvironment {
    let cancellation: Cancellation
    let notifier: (any Notifier)?
    let asker: PermissionTerminal?
    /// The queue in which offers wait for the user's answers.
    let queue: OfferQueue
    /// The page or other chooser on which the user picks among many offers; nil without one.
    let chooser: (any OfferChooser)?
    /// The lock that keeps the records of several threads apart on standard output.
    let gate: OutputGate
    /// Returns true if a library is present; the assets of an absent one were not removed.
    let isThere: @Sendable (String) -> Bool
  }

  /// Loads the rule, in place of `before` if that is not nil, and asks for its permissions. Throws
  /// the problems of the rule, or a refusal; calls `note` first if a grant became invalid.
  init(
    _ session: RuleSession, in environment: WatchEnvironment, after before: WatchedRule? = nil,
    ifLapsed note: (LapsedRule) -> Void = { _ in }
  ) throws {
    self.session = session
    var prepared = try PreparedRule(
      session, movesNow: true, until: environment.cancellation)
    let rule = prepared.rule
    self.rule = rule
    try Self.check(rule)
    let printing = try prepared.printing()
    places = try Self.places(of: prepared)
    path = try rule.loaded.identity().resolvedPath
    do {
      try prepared.settlePermissions(by: environment.asker)
    } catch let refusal as PermissionRefusal where refusal.hasLapsed {
      let records = try Self.records(of: rule, on: places, session, after: before)
      note(LapsedRule(session: session, refusal: refusal, path: path, records: records))
      throw refusal
    }
    let messages = session.messages
    if before == nil {
      prepared.libraries.tell(messages, in: session.tool)
      for notice in printing.notices { messages.write(notice) }
    }
    var context = prepared.context
    context.services.notifier = session.request.isDryRun ? nil : environment.notifier
    context.services.chooser = environment.chooser
    context.output.lines =
      before?.context.output.lines
      ?? RecordLineOptions(in: printing.form, through: environment.gate)
    let activity = before?.activity ?? WatchActivity()
    self.activity = activity
    context.output.failed = {
      messages.write($0)
      activity.noteError("\($0.asset): \($0.stage): \($0.reason)")
    }
    lanes = prepared.settings.lanes
    written = before?.written ?? WrittenFiles()
    context.writtenFiles = written
    // The arrivals of a watch stay together where a changed rule takes over.
    context.journal = before?.context.journal ?? context.journal
    context.libraryKinds = context.libraryKinds.remembering()
    records = try Self.records(of: rule, on: places, session, after: before)
    pauses = Dictionary(
      uniqueKeysWithValues: records.map { path, record in
        (path, before?.pauses[path] ?? RulePause(path: record.pausePath))
      })
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
        offersBy: context.services.notifier == nil ? nil : environment.queue, notedIn: activity
      ) { try rule.plans(at: $0) }
    }
    self.context = context
  }

  /// Throws ``UsageProblem`` for a rule to which no assets can arrive.
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
    // If the home folder is unknown, a rule is watched and nothing is stored.
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

  /// Returns true if the rule gets assets that arrived before the watch; false at the first watch.
  func catchesUp(on place: LibraryPlace) -> Bool {
    catchesUp && records[place.path]?.isFirst == false
  }

  /// Returns true if the rule got the asset in an earlier watch; it may be new to other rules.
  func knows(_ arrival: LibraryChanges.Arrival, in place: LibraryPlace) -> Bool {
    records[place.path]?.known.map(arrival.isKnown) ?? false
  }

  /// Stores the keys of assets, so that the rule doesn't get them at a later start.
  func note(_ keys: KnownAssets.Keys, in place: LibraryPlace) {
    records[place.path]?.known?.note(keys)
  }

  /// True if the rule is paused in one of its libraries.
  var isPaused: Bool { pauses.values.contains(where: \.isActive) }

  /// Reports that the rule is paused, with the remedy.
  func reportPause() {
    guard isPaused else { return }
    let name = session.subject.label
    session.messages.write(
      "\(name): paused; to go on: \(session.tool.name) watch --resume \(name)", as: .warning)
  }

  /// The number of assets that the rule has offered since it was loaded.
  var offers: Int { watch?.offers ?? 0 }

  /// The rule's pipelines, counted from 0, without a record or an offer for the last arrivals.
  var silentPipelines: [Int] { watch?.silent ?? [] }

  /// True if the rule prints the changes of a fetch instead of the assets that arrive.
  var observes: Bool { watch == nil }

  /// True if the rule's output is closed, or can't be written.
  var isOutputOver: Bool { context.output.lines.outputState.state == .ended }

  /// The files that the rule was loaded from, with the user's settings.
  var files: [String] { rule.loaded.files + [settings].compactMap(\.self) }

  /// Returns true if the rule has another text than an earlier version, or a changed file is the user's
  /// settings. A file that was written as the rule was loaded counts as changed, and may be as it was.
  func differs(from before: WatchedRule, by changed: Set<String>) -> Bool {
    before.isOutdated || rule.loaded.sources != before.rule.loaded.sources
      || settings.map(changed.contains) ?? false
  }

  private var settings: String? {
    (try? session.tool.directories()).map { "\($0.configuration)/config.lua" }
  }

  /// Starts to watch one of the rule's libraries; throws ``LibraryProblem`` if that is impossible.
  func watcher(of place: LibraryPlace, _ settings: WatchSettings) throws -> any LibraryWatcher {
    try context.watcher(of: place, settings)
  }

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

  /// Completes the rule's output, such as a list in JSON.
  func end() { try? RecordOutput(descriptor: STDOUT_FILENO, context.output.lines).end() }
}
