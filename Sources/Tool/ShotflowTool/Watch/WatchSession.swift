internal import LuaBridge
internal import Pipeline
internal import Platform
internal import Sessions
internal import Terminal

/// The command `watch`, from its arguments to the signal that ends it.
final class WatchSession {
  private let subject: RuleSubject
  private let request: RunRequest
  private let watchLimit: String?
  private let tool: Tool
  private let messages: Messages
  private let cancellation = Cancellation()
  private let libraries: WatchedLibraries
  private let files = WatchedFiles()
  private let statuses = WatchStatusFiles()
  private let systemd = SystemdNotifier()
  private var rules: [WatchedRule] = []
  private let running = RunningRules()
  private let remarks: WatchReporter
  /// The assets whose evaluation failed for a reason that may pass, such as a full disk.
  private var unfinished = RetryQueue()
  /// The time up to which each library's arrivals were seen, in nanoseconds since 1970, by path.
  private var moments: [String: Int64] = [:]
  /// The time at which ``moments`` are to be stored; nil if nothing has changed.
  private var recordsAreDue: ContinuousClock.Instant?

  init(_ subject: RuleSubject, _ request: RunRequest, watchLimit: String?, in tool: Tool) {
    self.subject = subject
    self.request = request
    self.watchLimit = watchLimit
    self.tool = tool
    messages = tool.messages(color: try? RunSettings.color(request))
    libraries = WatchedLibraries(messages)
    remarks = WatchReporter(messages)
  }

  /// Watches until a signal ends it or standard output is closed. Throws ``ExitStatus``, after it
  /// reported an error, if it could not start.
  func run() throws {
    do {
      try watch()
    } catch RunProblem.cancelled where !rules.isEmpty {
      // The user or the system asked the watch to end.
    } catch let status as ExitStatus {
      throw status
    } catch {
      let status = messages.report(error, rulePath: subject.label)
      if let systemd, status == .noSuchLibrary {
        systemd.fail("\(error)")
        messages.write("the service starts again until its library is there", as: .warning)
      }
      throw status
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
    if !request.waits {
      throw UsageProblem(
        "a watch waits while another run moves files, so it has no --no-wait; use run")
    }
    let limit = try watchLimit.map(Self.limit) ?? .max
    guard let wake = WakePipe() else { throw FileProblem("there is no descriptor left") }
    let asker = PermissionTerminal(status: messages.status, cancellation: cancellation)
    let choice = try NotifierChoice(
      request.notifier, usual: DesktopNotifier.description, in: tool.components)
    var prompter: TerminalPrompter?
    if choice.wantsTerminal, !request.isDryRun {
      prompter = TerminalPrompter(
        keys: KeySource(isInputFree: !subject.isInput), status: messages.status,
        cancellation: cancellation)
    }
    Signals.handle(
      cancellation, [prompter?.mode, asker?.mode],
      interrupted: { [running] in
        running.cancel()
        wake.send(.stop)
      })
    let status = messages.status
    let presence = libraries.presence
    let notifier = try notifier(choice, prompter)
    let line = OfferQueue(for: notifier) { [remarks] in
      remarks.tell($0)
      // The times up to now can be stored.
      wake.send(.show)
    }
    let environment = WatchedRule.WatchEnvironment(
      cancellation: cancellation, notifier: notifier, asker: asker, line: line,
      chooser: PageChooser(messages),
      gate: OutputGate(open: { status.beginOutput() }, close: { status.endOutput() }),
      isThere: { presence.isThere($0) })
    let notices = WatchNotices(environment.notifier, messages)
    defer {
      cancellation.cancel()
      notices.end()
    }
    let start = WatchedFiles.moment
    let loading = LapsedRules(wake, systemd, notices, messages, in: tool)
    guard let loaded = try loading.load(sessions, in: environment) else { return }
    rules = loaded
    running.set(rules.map(\.rule.loaded))
    try libraries.watch(rules, limit: limit, catchesUp: true)
    beginRecords()
    watchFiles(readSince: start)
    // Changes are reported relative to the present state.
    for rule in rules where rule.observes { try observe(rule) }
    let threads = notifier == nil ? [] : line.start()
    if notifier != nil, threads.isEmpty {
      throw RunProblem.outputFailed("the system has no thread left")
    }
    let quiet = QuietTimes(notices)
    defer {
      systemd?.stop()
      cancellation.cancel()
      line.end()
      for thread in threads { thread.join() }
      if unfinished.isEmpty, line.isDone { saveMoments() }
      for rule in rules { rule.end() }
    }
    let names = libraries.all.map { "\"\($0.place.path)\"" }.joined(separator: ", ")
    messages.write("watching \(names)", as: .info)
    for rule in rules { rule.reportPause() }
    systemd?.ready("watching \(names)")
    try WatchLoop(wake, files: files.descriptor, libraries).run { occasion in
      let next = try act(on: occasion, environment, limit)
      systemd?.sign()
      return [next, quiet.look(at: rules), systemd?.nextSign].compactMap(\.self).min()
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

  /// Returns the sessions of the rules that the command line names, each with its own options and
  /// libraries.
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
        let rule = try loader.inspect(file, now: .current, prints: false)
        own = RuleArguments.leading(&words, of: rule, in: tool)
        while let word = words.first, isLibrary(word) {
          own.append(words.removeFirst())
          own += RuleArguments.leading(&words, of: rule, in: tool)
        }
      }
      sessions.append(RuleSession(subject, request, words: own, in: tool))
      guard let next = words.popFirst() else { return sessions }
      subject = .word(next)
    }
  }

  private func isLibrary(_ word: String) -> Bool {
    if RuleFolders.isName(word), tool.ruleFolders.rule(named: word) != nil { return false }
    let named = try? PathArguments([word], kinds: tool.libraryKinds)
    return named?.libraries.isEmpty == false
  }

  /// Processes an event; returns the time of the next one that no descriptor reports, nil for none.
  private func act(
    on occasion: WatchLoop.Event, _ environment: WatchedRule.WatchEnvironment, _ limit: Int
  ) throws -> ContinuousClock.Instant? {
    let looksAtFiles = occasion.filesMayHaveChanged || files.due.map { $0 <= .now } ?? false
    if looksAtFiles { reload(files.changed(), environment, limit) }
    if occasion.mountsChanged { libraries.noteMounts() }
    for item in libraries.news(isLooking: occasion.isLooking) {
      for rule in rules where rule.observes && (item.news.hasChanges || item.isBack) {
        if rule.places.contains(where: { $0.path == item.library.place.path }) {
          rule.isDue = rule.isDue ?? .now + Self.settleTime
        }
      }
      let findings = ArrivalCache()
      for arrival in item.news.arrivals { try evaluate(arrival, in: item.library, findings) }
      if item.news.isThere { moments[item.library.place.path] = item.news.moment }
      let isSilent = !item.news.hasChanges && item.news.arrivals.isEmpty
      if !isSilent, recordsAreDue == nil { recordsAreDue = .now + Self.recordTime }
    }
    // What arrived before a pause began or ended belongs to the time before.
    let hasPaused = looksAtFiles ? try lookAtPauses() : false
    for rule in rules { rule.written.forget { libraries.areSettled } }
    unfinished.add(environment.line.takeFailed(), of: rules)
    for item in unfinished.due() where rules.contains(where: { $0 === item.rule }) {
      try evaluate(item.arrivals, by: item.rule, at: item.now)
    }
    for rule in rules {
      guard let due = rule.isDue, due <= .now, !rule.isPaused else { continue }
      // An absent library has no removed assets; it is listed again when it is back.
      rule.isDue = nil
      if rule.places.allSatisfy({ libraries.presence.isThere($0.path) }) { try observe(rule) }
    }
    saveMoments(after: environment.line)
    if rules.allSatisfy(\.isOutputOver) { throw RunProblem.cancelled }
    let statusIsDue = statuses.update(rules, libraries, unfinished, isUrgent: hasPaused)
    let due =
      rules.filter { !$0.isPaused }.map(\.isDue)
      + [unfinished.nextTry, recordsAreDue, statusIsDue, files.due]
    return due.compactMap(\.self).min()
  }

  /// The delay before ``moments`` are stored, which is longer than the resolution of file times.
  private static let recordTime = Duration.milliseconds(100)
  /// The delay of another attempt while evaluations or answers are pending.
  private static let waitingTime = Duration.seconds(1)
  /// The time for which changes are collected before a rule observes them.
  private static let settleTime = Duration.milliseconds(150)

  private func observe(_ rule: WatchedRule) throws {
    do {
      try guardEvaluation(of: rule) { try rule.observe() }
    } catch is RetryWanted {
      rule.isDue = .now + Self.waitingTime
    }
  }

  /// Stores the start of the watch for each rule and library that was never watched before.
  private func beginRecords() {
    for rule in rules {
      for library in libraries.all {
        guard let record = rule.records[library.place.path], record.moment == nil else { continue }
        record.save(library.began)
      }
    }
  }

  /// Stores ``moments`` if they are due and all arrivals were processed; schedules another attempt
  /// while evaluations are pending.
  private func saveMoments(after line: OfferQueue) {
    let isDone = unfinished.isEmpty && line.isDone
    if isDone { unfinished.relax() }
    guard let due = recordsAreDue, due <= .now else { return }
    recordsAreDue = unfinished.nextTry == nil && line.isIdle ? nil : .now + Self.waitingTime
    if isDone { saveMoments() }
  }

  private func saveMoments() {
    for rule in rules {
      for (path, record) in rule.records {
        guard let moment = moments[path] else { continue }
        record.save(rule.pauses[path]?.isComplete == false ? nil : moment)
      }
    }
  }

  private func evaluate(
    _ arrival: LibraryChanges.Arrival, in library: WatchedLibraries.Watched,
    _ findings: ArrivalCache
  ) throws {
    let isCaughtUp = library.caughtUpBefore.map { arrival.moment < $0 } ?? false
    let path = library.place.path
    let arrivals = Arrivals(
      library: path, identifiers: [arrival.identifier], findings: findings,
      areAlone: arrival.isAlone && library.watcher.isQuiet)
    let now = isCaughtUp ? Instant(milliseconds: arrival.moment / 1_000_000) : .current
    for rule in rules where rule.places.contains(where: { $0.path == path }) {
      let isOwn = arrival.status.map(rule.written.contains) ?? false
      if !isOwn, !rule.knows(arrival, in: library.place),
        !isCaughtUp || rule.catchesUp(on: library.place)
      {
        rule.activity.noteArrival(arrival.identifier.string, in: path)
        if let pause = rule.pauses[path], pause.isActive {
          if rule.catchesUp { pause.hold(arrival, at: now) }
          continue
        }
        try evaluate(arrivals, by: rule, at: now)
      }
      rule.note(arrival.keys, in: library.place)
    }
  }

  /// Notes which pauses began or ended since the last call, and evaluates the assets that arrived
  /// during those that ended. Returns true if a pause began or ended.
  private func lookAtPauses() throws -> Bool {
    var hasChanged = false
    for rule in rules {
      for place in rule.places {
        guard let pause = rule.pauses[place.path], pause.look() else { continue }
        hasChanged = true
        let name = rule.session.subject.label
        if pause.isActive {
          messages.write("\(name): paused", as: .info)
          continue
        }
        messages.write("\(name): resumed", as: .info)
        if rule.observes { rule.isDue = .now }
        for item in pause.release() {
          let arrivals = Arrivals(
            library: place.path, identifiers: [item.arrival.identifier], findings: ArrivalCache())
          try evaluate(arrivals, by: rule, at: item.now)
          rule.note(item.arrival.keys, in: place)
        }
        recordsAreDue = recordsAreDue ?? .now + Self.recordTime
      }
    }
    return hasChanged
  }

  private func watchFiles(readSince start: Int64) {
    files.watch(rules.flatMap { $0.files + $0.pauses.values.map(\.path) }, readSince: start)
  }

  private func evaluate(_ arrivals: Arrivals, by rule: WatchedRule, at now: Instant) throws {
    unfinished.forget(arrivals, of: rule)
    do {
      try guardEvaluation(of: rule) { try rule.evaluate(arrivals, at: now) }
      for pipeline in rule.silentPipelines where libraries.haveUnfinished(arrivals) {
        unfinished.add(unfinished: arrivals, of: rule, pipeline: pipeline, at: now)
      }
    } catch is RetryWanted {
      unfinished.add(arrivals, of: rule, at: now)
    }
  }

  /// The error of an evaluation that may succeed later.
  private struct RetryWanted: Error {}

  /// Calls `body`, and reports a failed evaluation without ending the watch.
  private func guardEvaluation(of rule: WatchedRule, _ body: () throws -> RunReport) throws {
    do {
      let report = try body()
      if let problem = report.programProblems.last { rule.activity.noteError(problem) }
      remarks.tell(.success(report))
    } catch RunProblem.cancelled {
      throw RunProblem.cancelled
    } catch {
      remarks.tell(.failure(error))
      rule.activity.noteError("\(error)")
      if error.mayPass { throw RetryWanted() }
    }
  }

  /// Loads changed rules again; one with an error continues in its earlier version.
  private func reload(
    _ changed: Set<String>, _ environment: WatchedRule.WatchEnvironment, _ limit: Int
  ) {
    let removed = files.removed()
    for path in removed where rules.contains(where: { $0.files.contains(path) }) {
      messages.write(
        "\"\(path)\" is gone; the rule as it was goes on until the watch ends", as: .warning)
    }
    if changed.isEmpty { return }
    let start = WatchedFiles.moment
    for (place, rule) in rules.enumerated() where !changed.isDisjoint(with: rule.files) {
      do {
        let session = RuleSession(rule.session.subject, rule.session.request, in: tool)
        let next = try WatchedRule(session, in: environment, after: rule)
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
        rule.activity.noteError("\(error)")
        messages.write(
          "\(rule.session.subject.label): the rule as it was before goes on", as: .warning)
      }
    }
    running.set(rules.map(\.rule.loaded))
    watchFiles(readSince: start)
  }
}
