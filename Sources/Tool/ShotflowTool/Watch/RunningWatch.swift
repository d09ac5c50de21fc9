internal import Pipeline
internal import Platform
internal import Sessions
internal import Terminal

/// A watch of loaded rules. Used only by the thread that watches.
final class RunningWatch {
  private var rules: [WatchedRule]
  private let environment: WatchedRule.WatchEnvironment
  private let running: RunningRules
  private let libraries: WatchedLibraries
  private let evaluation: WatchEvaluation
  private let files = WatchedFiles()
  private let statuses = WatchStatusFiles()
  private var moments = WatchMoments()
  /// The greatest number of the system's watches.
  private let limit: Int
  private let messages: Messages
  private let tool: Tool

  /// The time for which changes are collected before a rule observes them.
  private static let settleTime = Duration.milliseconds(150)

  init(
    of rules: [WatchedRule], in environment: WatchedRule.WatchEnvironment,
    _ running: RunningRules, _ libraries: WatchedLibraries, _ reporter: WatchReporter, limit: Int,
    _ messages: Messages, in tool: Tool
  ) {
    self.rules = rules
    self.environment = environment
    self.running = running
    self.libraries = libraries
    evaluation = WatchEvaluation(libraries, reporter)
    self.limit = limit
    self.messages = messages
    self.tool = tool
  }

  /// Watches until a message says to stop or standard output is closed; `start` is the time before
  /// the rules were read.
  func run(
    since start: Int64, _ wake: WakePipe, _ notices: WatchNotices, _ systemd: SystemdNotifier?
  ) throws {
    running.set(rules.map(\.rule.loaded))
    try libraries.watch(rules, limit: limit, catchesUp: true)
    WatchMoments.begin(rules, on: libraries)
    watchFiles(readSince: start)
    // Changes are reported relative to the present state.
    for rule in rules where rule.observes { try evaluation.observe(rule) }
    let asks = environment.notifier != nil
    let threads = asks ? environment.queue.start() : []
    if asks, threads.isEmpty {
      throw RunProblem.outputFailed("the system has no thread left")
    }
    let quiet = QuietTimes(notices)
    defer {
      systemd?.stop()
      environment.cancellation.cancel()
      environment.queue.end()
      for thread in threads { thread.join() }
      if isDone { moments.save(in: rules) }
      for rule in rules { rule.end() }
    }
    // What pauses a rule looks for them.
    _ = statuses.update(rules, libraries, evaluation.unfinished, isUrgent: true)
    let names = libraries.all.map { "\"\($0.place.path)\"" }.joined(separator: ", ")
    messages.write("watching \(names)", as: .info)
    for rule in rules { rule.reportPause() }
    systemd?.ready("watching \(names)")
    try WatchLoop(wake, files: files.descriptor, libraries).run { event in
      let next = try act(on: event)
      systemd?.sign()
      return [next, quiet.look(at: rules), systemd?.nextSign].compactMap(\.self).min()
    }
  }

  /// True if all arrivals were evaluated and all offers answered.
  private var isDone: Bool { evaluation.unfinished.isEmpty && environment.queue.isDone }

  /// Processes an event; returns the time of the next one that no descriptor reports, nil for none.
  private func act(on event: WatchLoop.Event) throws -> ContinuousClock.Instant? {
    let looksAtFiles = event.filesMayHaveChanged || files.due.map { $0 <= .now } ?? false
    if looksAtFiles { reload(files.changed()) }
    if event.mountsChanged { libraries.noteMounts() }
    try takeNews(isLooking: event.isLooking)
    // What arrived before a pause began or ended belongs to the time before.
    let hasPaused = looksAtFiles ? try lookAtPauses() : false
    for rule in rules { rule.written.forget { libraries.areSettled } }
    try evaluation.repeatDue(besides: environment.queue.takeFailed(), of: rules)
    for rule in rules {
      guard let due = rule.isDue, due <= .now, !rule.isPaused else { continue }
      // An absent library has no removed assets; it is listed again when it is back.
      rule.isDue = nil
      if rule.places.allSatisfy({ libraries.presence.isThere($0.path) }) {
        try evaluation.observe(rule)
      }
    }
    let isDone = isDone
    if isDone { evaluation.unfinished.relax() }
    moments.saveDue(
      in: rules, isDone: isDone,
      arePending: evaluation.unfinished.nextTry != nil || !environment.queue.isIdle)
    if rules.allSatisfy(\.isOutputOver) { throw RunProblem.cancelled }
    let statusIsDue = statuses.update(
      rules, libraries, evaluation.unfinished, isUrgent: hasPaused)
    let due =
      rules.filter { !$0.isPaused }.map(\.isDue)
      + [evaluation.unfinished.nextTry, moments.due, statusIsDue, files.due]
    return due.compactMap(\.self).min()
  }

  /// Evaluates what arrived in the libraries, and notes which rules have to observe again.
  private func takeNews(isLooking: Bool) throws {
    for item in libraries.news(isLooking: isLooking) {
      let path = item.library.place.path
      for rule in rules where rule.observes && (item.news.hasChanges || item.isBack) {
        if rule.places.contains(where: { $0.path == path }) {
          rule.isDue = rule.isDue ?? .now + Self.settleTime
        }
      }
      let findings = ArrivalCache()
      for arrival in item.news.arrivals {
        try evaluation.evaluate(arrival, in: item.library, findings, by: rules)
      }
      if item.news.isThere { moments.note(item.news.moment, of: path) }
      if item.news.hasChanges || !item.news.arrivals.isEmpty { moments.requestSaving() }
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
          try evaluation.evaluate(arrivals, by: rule, at: item.now)
          rule.note(item.arrival.keys, in: place)
        }
        moments.requestSaving()
      }
    }
    return hasChanged
  }

  private func watchFiles(readSince start: Int64) {
    files.watch(rules.flatMap { $0.files + $0.pauses.values.map(\.path) }, readSince: start)
  }

  /// Loads changed rules again; one with an error continues in its earlier version.
  private func reload(_ changed: Set<String>) {
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
        evaluation.unfinished.handOver(from: rule, to: next)
        WatchMoments.begin(rules, on: libraries)
        if next.observes { next.isDue = .now }
        guard next.differs(from: rule, by: changed) else { continue }
        messages.write("\(rule.session.subject.label): the changed rule takes over", as: .info)
      } catch {
        rule.isOutdated = true
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
