internal import Console
internal import LuaBridge
internal import Pipeline
internal import Platform
internal import Prompts
internal import Synchronization
internal import Terminals

/// Rules that are watched, from the command line to the signal that ends them.
final class WatchSession {
  private let subject: RuleSubject
  private let request: RunRequest
  private let watchLimit: String?
  private let tool: Tool
  private let messages: Messages
  private let cancellation = Cancellation()
  private let libraries: WatchedLibraries
  private let files = WatchedFiles()
  private let keeper = WatchKeeper()
  private var rules: [WatchedRule] = []
  private let running = RunningRules()
  private let remarks: WatchRemarks
  /// What could not be evaluated for a reason that may pass, such as a full disk.
  private var unfinished = UnfinishedArrivals()
  /// Up to when each library's arrivals were looked at.
  private var moments: [String: Int64] = [:]
  /// When they are to be kept; nil while nothing happened since they were.
  private var recordsAreDue: ContinuousClock.Instant?

  init(_ subject: RuleSubject, _ request: RunRequest, watchLimit: String?, in tool: Tool) {
    self.subject = subject
    self.request = request
    self.watchLimit = watchLimit
    self.tool = tool
    messages = tool.messages(color: try? RunSettings.color(request))
    libraries = WatchedLibraries(messages)
    remarks = WatchRemarks(messages)
  }

  /// Watches until a signal ends it, or nobody reads what it prints.
  ///
  /// - Throws: ``ExitStatus`` when it could not begin; the reason was told.
  func run() throws {
    do {
      try watch()
    } catch RunProblem.cancelled where !rules.isEmpty {
      // It was told to end.
    } catch let status as ExitStatus {
      throw status
    } catch {
      throw messages.report(error, rulePath: subject.label)
    }
  }

  private func watch() throws {
    if request.now != nil {
      throw UsageProblem("watch takes the moment of each asset, so it has no --now; use run")
    }
    if request.trace != nil {
      throw UsageProblem("a watch has no end, so it writes no --trace; use run")
    }
    if request.shard.file != nil || request.shard.engine != nil {
      throw UsageProblem("a watch looks at what arrives, so it has neither --shard nor --engine")
    }
    let limit = try watchLimit.map(Self.limit) ?? .max
    guard let wake = WakePipe() else { throw FileProblem("there is no descriptor left") }
    let remarks = remarks
    let line = OfferLine {
      remarks.tell($0)
      // What was done up to now may be noted.
      wake.send(.show)
    }
    let asker = PermissionTerminal(status: messages.status, cancellation: cancellation)
    let choice = try NotifierChoice(
      request.notifier, usual: DesktopNotifier.description, in: tool.components)
    var prompter: TerminalPrompter?
    if choice.wantsTerminal, !request.isDryRun {
      prompter = TerminalPrompter(
        keys: KeySource(isInputFree: !subject.isInput), status: messages.status,
        cancellation: cancellation)
    }
    handleSignals([prompter?.mode, asker?.mode].compactMap(\.self), wake)
    let status = messages.status
    let presence = libraries.presence
    let surroundings = WatchedRule.Surroundings(
      cancellation: cancellation, notifier: try notifier(choice, prompter), asker: asker,
      line: line,
      gate: OutputGate(open: { status.beginOutput() }, close: { status.endOutput() }),
      written: libraries.written,
      isThere: { presence.isThere($0) })
    for session in try sessions() { rules.append(try WatchedRule(session, in: surroundings)) }
    running.set(rules.map(\.rule.loaded))
    try libraries.watch(rules, limit: limit, catchesUp: true)
    beginRecords()
    files.watch(rules.flatMap(\.files))
    // What changes is told against what is there now.
    for rule in rules where rule.observes { try observe(rule) }
    guard let thread = surroundings.notifier.map({ _ in line.start() }) ?? .some(nil) else {
      throw RunProblem.outputFailed("the system has no thread left")
    }
    let quiet = QuietTimes(surroundings.notifier, messages)
    defer {
      keeper?.stop()
      cancellation.cancel()
      line.end()
      thread?.join()
      quiet.end()
      if unfinished.isEmpty, line.isDone { saveMoments() }
      for rule in rules { rule.end() }
    }
    let names = libraries.all.map { "\"\($0.place.path)\"" }.joined(separator: ", ")
    messages.write("watching \(names)", as: .info)
    keeper?.ready("watching \(names)")
    try WatchLoop(wake, files: files.descriptor, libraries).run { occasion in
      let next = try act(on: occasion, surroundings, limit)
      keeper?.sign()
      return [next, quiet.look(at: rules), keeper?.nextSign].compactMap(\.self).min()
    }
  }

  private func notifier(
    _ choice: NotifierChoice, _ prompter: TerminalPrompter?
  ) throws -> (any Notifier)? {
    let messages = messages
    return try choice.notifier(
      terminal: prompter, for: NotifierRun(program: tool.name, cancellation: cancellation),
      RunNotices { messages.write($0) })
  }

  private static func limit(_ text: String) throws(UsageProblem) -> Int {
    guard let number = Int(text), number >= 0 else {
      throw UsageProblem("--max-watches takes a number from 0, not \"\(text)\"")
    }
    return number
  }

  private func handleSignals(_ modes: [TerminalMode], _ wake: WakePipe) {
    let cancellation = cancellation
    let running = running
    Signals.handle(
      interrupt: { byUser in
        cancellation.cancel(byUser: byUser)
        running.cancel()
        wake.send(.stop)
      },
      abandon: { for mode in modes { mode.end() } }, report: {},
      suspend: { for mode in modes { mode.suspend() } },
      resume: { for mode in modes { mode.resume() } })
  }

  /// The rules that the command line names, each with its own options.
  func sessions() throws -> [RuleSession] {
    var sessions: [RuleSession] = []
    var subject = subject
    var words = request.ruleWords[...]
    while true {
      var own: [String] = []
      if !words.isEmpty {
        let file = try tool.ruleFile(subject, messages)
        var loader = tool.loader(messages)
        loader.movesNow = true
        let options = try loader.inspect(file, now: .current, prints: false).options
        own = RuleArguments.leading(&words, options: options)
      }
      sessions.append(RuleSession(subject, request.with(ruleWords: own), in: tool))
      guard let next = words.popFirst() else { return sessions }
      subject = .word(next, isOwn: false)
    }
  }

  /// Does what there is to do, and says when there will be more without any sign.
  private func act(
    on occasion: WatchLoop.Occasion, _ surroundings: WatchedRule.Surroundings, _ limit: Int
  ) throws -> ContinuousClock.Instant? {
    if occasion.filesMayHaveChanged { reload(files.changed(), surroundings, limit) }
    if occasion.mountsChanged { libraries.noteMounts() }
    for item in libraries.news(isLooking: occasion.isLooking) {
      for rule in rules where rule.observes && (item.news.hasChanges || item.isBack) {
        if rule.places.contains(where: { $0.path == item.library.place.path }) {
          rule.isDue = rule.isDue ?? .now + Self.settleTime
        }
      }
      for rule in rules { rule.note(item.news.ownKeys, in: item.library.place) }
      let findings = ArrivalFindings()
      for arrival in item.news.arrivals { try evaluate(arrival, in: item.library, findings) }
      if item.news.isThere { moments[item.library.place.path] = item.news.moment }
      let isSilent = !item.news.hasChanges && item.news.arrivals.isEmpty
      if !isSilent, recordsAreDue == nil { recordsAreDue = .now + Self.recordTime }
    }
    for item in unfinished.due() where rules.contains(where: { $0 === item.rule }) {
      try evaluate(item.arrivals, by: item.rule, at: item.now)
    }
    for rule in rules {
      guard let due = rule.isDue, due <= .now else { continue }
      // Of a library that is away nothing was removed; it is looked at when it is back.
      rule.isDue = nil
      if rule.places.allSatisfy({ libraries.presence.isThere($0.path) }) { try observe(rule) }
    }
    saveMoments(isIdle: unfinished.isEmpty && surroundings.line.isDone)
    if rules.allSatisfy(\.isOutputOver) { throw RunProblem.cancelled }
    let due = rules.compactMap(\.isDue) + [unfinished.nextTry, recordsAreDue].compactMap(\.self)
    return due.min()
  }

  /// How long after something happened it is noted as done: longer than a tick of file times.
  private static let recordTime = Duration.milliseconds(100)
  /// How long to wait for offers that are not answered yet.
  private static let waitingTime = Duration.seconds(1)
  /// How long changes are gathered that come together.
  private static let settleTime = Duration.milliseconds(150)

  private func observe(_ rule: WatchedRule) throws {
    do {
      try guardEvaluation { remarks.tell(.success(try rule.observe())) }
    } catch is RetryWanted {
      rule.isDue = .now + Self.waitingTime
    }
  }

  /// Notes, for a rule that was never watched on a library before, from when on everything counts.
  private func beginRecords() {
    for rule in rules {
      for library in libraries.all {
        guard let record = rule.records[library.place.path], record.moment == nil else { continue }
        record.save(library.began)
      }
    }
  }

  /// Notes that everything was done that arrived so far.
  private func saveMoments(isIdle: Bool) {
    guard let due = recordsAreDue, due <= .now else { return }
    recordsAreDue = isIdle ? nil : .now + Self.waitingTime
    if isIdle { saveMoments() }
  }

  private func saveMoments() {
    for rule in rules {
      for (path, record) in rule.records { if let moment = moments[path] { record.save(moment) } }
    }
  }

  private func evaluate(
    _ arrival: LibraryNews.Arrival, in library: WatchedLibraries.Watched,
    _ findings: ArrivalFindings
  ) throws {
    let isCaughtUp = library.caughtUpBefore.map { arrival.moment < $0 } ?? false
    let arrivals = Arrivals(
      library: library.place.path, identifiers: [arrival.identifier], findings: findings,
      areAlone: arrival.isAlone && library.watcher.isQuiet)
    for rule in rules where rule.places.contains(where: { $0.path == arrivals.library }) {
      if !isCaughtUp || rule.catchesUp(on: library.place) {
        let moment = Instant(milliseconds: arrival.moment / 1_000_000)
        try evaluate(arrivals, by: rule, at: isCaughtUp ? moment : .current)
      }
      rule.note(arrival.keys, in: library.place)
    }
  }

  private func evaluate(_ arrivals: Arrivals, by rule: WatchedRule, at now: Instant) throws {
    do {
      try guardEvaluation { remarks.tell(.success(try rule.evaluate(arrivals, at: now))) }
      unfinished.relax()
    } catch is RetryWanted {
      unfinished.add(arrivals, of: rule, at: now)
    }
  }

  /// The evaluation may succeed later.
  private struct RetryWanted: Error {}

  /// Tells what failed in one evaluation, which ends nothing but that.
  private func guardEvaluation(_ body: () throws -> Void) throws {
    do {
      try body()
    } catch RunProblem.cancelled {
      throw RunProblem.cancelled
    } catch {
      remarks.tell(.failure(error))
      if !(error is RuleProblem) && !(error is RuleProblems) { throw RetryWanted() }
    }
  }

  /// Loads the rules anew; one that is wrong goes on as it was.
  private func reload(
    _ changed: Set<String>, _ surroundings: WatchedRule.Surroundings, _ limit: Int
  ) {
    if changed.isEmpty { return }
    for (place, rule) in rules.enumerated() where !changed.isDisjoint(with: rule.files) {
      do {
        let session = RuleSession(rule.session.subject, rule.session.request, in: tool)
        let next = try WatchedRule(session, in: surroundings, after: rule)
        var rules = rules
        rules[place] = next
        try libraries.watch(rules, limit: limit, catchesUp: false)
        self.rules = rules
        unfinished.handOver(from: rule, to: next)
        beginRecords()
        if next.observes { next.isDue = .now }
        messages.write("\(rule.session.subject.label): the changed rule takes over", as: .info)
      } catch {
        _ = messages.report(error, rulePath: rule.session.subject.label)
        messages.write(
          "\(rule.session.subject.label): the rule as it was before goes on", as: .warning)
      }
    }
    running.set(rules.map(\.rule.loaded))
    files.watch(rules.flatMap(\.files))
  }
}

/// The rules whose functions may be running, for whoever ends them from another thread.
private final class RunningRules: Sendable {
  private let rules = Lock<[LoadedRule]>([])

  func set(_ rules: [LoadedRule]) { self.rules.withLock { $0 = rules } }

  func cancel() {
    for rule in rules.withLock({ $0 }) { rule.cancel() }
  }
}
