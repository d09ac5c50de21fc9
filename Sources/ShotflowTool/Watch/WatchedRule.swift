internal import Console
internal import Formats
internal import LuaBridge
internal import Pipeline
internal import Platform
internal import Terminals

/// A rule that is watched, as it was loaded last, with everything that its evaluations need.
///
/// Confined to the thread that watches.
final class WatchedRule {
  let session: RuleSession
  let rule: Rule
  private let context: RunContext
  /// The libraries that it reads.
  let places: [LibraryPlace]
  private let lanes: Int
  /// Evaluates it for what arrives; nil for a rule that observes.
  private let watch: RuleWatch?
  /// Who watches, and how far it is, for each library; none where nothing can be kept.
  let records: [String: WatchRecord]
  /// When what it observes has to be fetched again; nil while nothing changed.
  var isDue: ContinuousClock.Instant?

  /// What the rules of a watch have in common.
  struct Surroundings {
    let cancellation: Cancellation
    let notifier: (any Notifier)?
    let asker: PermissionTerminal?
    /// Where offers wait.
    let line: OfferLine
    /// Keeps the records of several threads apart.
    let gate: OutputGate
    /// What the rules write, which is no news.
    let written: WrittenFiles
    /// Whether a library is there; what can't be seen was not removed.
    let isThere: @Sendable (String) -> Bool
  }

  /// Loads the rule, and asks for the permission that it needs.
  ///
  /// - Parameter before: the rule that it takes over from.
  /// - Throws: what is wrong with the rule, or a refusal.
  init(_ session: RuleSession, in surroundings: Surroundings, after before: WatchedRule? = nil)
    throws
  {
    self.session = session
    let settings = try session.settings()
    let rule = try session.rule(settings, movesNow: true)
    self.rule = rule
    try Self.check(rule)
    let printing = try session.printing(of: rule)
    let libraries = try session.libraries(of: rule)
    var context = try session.context(
      for: rule, on: libraries, settings, progress: RunProgress(),
      until: surroundings.cancellation)
    try session.settlePermissions(
      of: rule, on: libraries, settings, by: surroundings.asker, in: &context)
    let messages = session.messages
    if before == nil {
      for notice in [libraries.notice].compactMap(\.self) + printing.notices {
        messages.write(notice)
      }
    }
    context.notifier = session.request.isDryRun ? nil : surroundings.notifier
    context.lines =
      before?.context.lines ?? RecordLines(in: printing.form, through: surroundings.gate)
    context.failed = { messages.write($0) }
    lanes = settings.lanes
    context.writtenFiles = surroundings.written
    context.libraryKinds = context.libraryKinds.remembering()
    places = try Self.places(of: rule, in: context, libraries)
    records = try Self.records(of: rule, on: places, session, after: before)
    if let observed = rule.plan.observed {
      let paths = places.map(\.path)
      let isSame = before?.rule.plan.observed?.isSame(as: observed) ?? false
      context.observationCourse =
        isSame
        ? before?.context.observationCourse
        : ObservationCourse { paths.allSatisfy(surroundings.isThere) }
      watch = nil
    } else {
      // What was just written is not kept yet, so there is nothing to find in it.
      context.catalogue = nil
      watch = RuleWatch(
        in: context, functions: rule.loaded,
        offersBy: context.notifier == nil ? nil : surroundings.line
      ) { try rule.plans(at: $0) }
    }
    self.context = context
  }

  /// - Throws: ``UsageProblem`` for a rule to which nothing arrives.
  static func check(_ rule: Rule) throws(UsageProblem) {
    let traits = rule.plan.source.traits
    if traits.readsInput {
      throw UsageProblem(
        "the rule reads standard input, to which nothing arrives; run it, or let its source be a"
          + " library")
    }
    if let program = traits.program {
      throw UsageProblem(
        "the source of the rule is the program \(program.text), which is not watched; run the rule, or"
          + " let its source be a library")
    }
    if traits.listsAlbums, rule.plan.observed == nil {
      throw UsageProblem(
        "the rule lists albums, to which nothing arrives; add observe {} for the changes of the"
          + " list, or use browse")
    }
  }

  private static func places(
    of rule: Rule, in context: RunContext, _ libraries: LibraryChoice
  ) throws -> [LibraryPlace] {
    let own = rule.plan.source.traits.ownLibrary?.name
    if own == nil, context.libraries.isEmpty { throw libraries.absence }
    return try context.places(own: own, named: context.libraries)
  }

  private static func records(
    of rule: Rule, on places: [LibraryPlace], _ session: RuleSession, after before: WatchedRule?
  ) throws -> [String: WatchRecord] {
    // A rule that keeps nothing is watched without a home.
    guard let directories = try? session.tool.directories() else { return [:] }
    let identity = try rule.loaded.identity()
    var records: [String: WatchRecord] = [:]
    for place in places {
      records[place.path] =
        try before?.records[place.path]
        ?? WatchRecord(
          rule: session.subject.label, identity: identity, library: place, in: directories.state,
          catchesUp: rule.plan.source.traits.catchesUp)
    }
    return records
  }

  /// Whether it wants what arrived while nobody watched.
  var catchesUp: Bool { rule.plan.source.traits.catchesUp }

  /// Whether it gets what arrived in a library before; one that was never watched there does not.
  func catchesUp(on place: LibraryPlace) -> Bool {
    catchesUp && records[place.path]?.isFirst == false
  }

  /// Notes by what assets are known from now on.
  func note(_ keys: KnownAssets.Keys, in place: LibraryPlace) {
    records[place.path]?.known?.note(keys)
  }

  /// How many assets it has offered since it was loaded.
  var offers: Int { watch?.offers ?? 0 }

  /// Whether it prints changes of a fetch instead of what arrives.
  var observes: Bool { watch == nil }

  /// Whether nobody reads its records any more, or they can't be written.
  var isOutputOver: Bool { context.lines.course.state == .ended }

  /// The files that it was loaded from, the user's settings among them.
  var files: [String] { rule.loaded.files + [settings].compactMap(\.self) }

  private var settings: String? {
    (try? session.tool.directories()).map { "\($0.configuration)/config.lua" }
  }

  /// Begins to watch one of its libraries.
  ///
  /// - Throws: ``LibraryProblem``.
  func watcher(of place: LibraryPlace, _ terms: WatchTerms) throws -> any LibraryWatcher {
    try context.watcher(of: place, terms)
  }

  /// Evaluates it for what arrived.
  func evaluate(_ arrivals: Arrivals, at now: Instant) throws -> RunReport {
    try watch?.evaluate(arrivals, at: now) ?? RunReport()
  }

  /// Fetches what it observes, and prints what changed of it since the last time.
  func observe() throws -> RunReport {
    var context = context
    context.now = .current
    context.resources[OpenedLibraries.self] = OpenedLibraries()
    let messages = session.messages
    if session.request.usesCatalogue, let directories = try? session.tool.directories() {
      context.catalogue = Catalogue(at: directories.catalogue, warn: { messages.write($0) })
    }
    let plan = try rule.plans(at: context.now)[0]
    let functions = MomentFunctions(rule.loaded, at: context.now)
    return try PipelineRun(plan, in: context, functions: functions, lanes: lanes).run()
  }

  /// Ends its output, so that a list is whole.
  func end() { try? RecordOutput(descriptor: STDOUT_FILENO, context.lines).end() }
}
