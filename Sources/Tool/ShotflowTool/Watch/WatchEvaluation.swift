internal import Pipeline
internal import Sessions

/// The evaluations of a watch's rules, which are repeated where they failed for a reason that may
/// pass, such as a full disk. Used only by the thread that watches.
final class WatchEvaluation {
  private let libraries: WatchedLibraries
  private let reporter: WatchReporter
  /// The assets whose evaluation is repeated.
  var unfinished = RetryQueue()

  /// The delay of another attempt while evaluations or answers are pending.
  static let waitingTime = Duration.seconds(1)

  init(_ libraries: WatchedLibraries, _ reporter: WatchReporter) {
    self.libraries = libraries
    self.reporter = reporter
  }

  /// Evaluates the rules of a library for an asset that arrived there.
  func evaluate(
    _ arrival: LibraryChanges.Arrival, in library: WatchedLibraries.Watched,
    _ findings: ArrivalCache, by rules: [WatchedRule]
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

  /// Repeats the observed fetch of a rule.
  func observe(_ rule: WatchedRule) throws {
    do {
      try guardEvaluation(of: rule) { try rule.observe() }
    } catch is RetryWanted {
      rule.isDue = .now + Self.waitingTime
    }
  }

  /// Repeats the evaluations that are due, and later those of offers that failed.
  func repeatDue(besides failed: [FailedOffers], of rules: [WatchedRule]) throws {
    unfinished.add(failed, of: rules)
    for item in unfinished.due() where rules.contains(where: { $0 === item.rule }) {
      guard libraries.presence.isThere(item.arrivals.library) else {
        unfinished.add(item.arrivals, of: item.rule, at: item.now)
        continue
      }
      try evaluate(item.arrivals, by: item.rule, at: item.now)
    }
  }

  /// Evaluates a rule for arrivals.
  func evaluate(_ arrivals: Arrivals, by rule: WatchedRule, at now: Instant) throws {
    unfinished.forget(arrivals, of: rule)
    do {
      try guardEvaluation(of: rule, in: arrivals.library) { try rule.evaluate(arrivals, at: now) }
      for pipeline in rule.silentPipelines where libraries.haveUnfinished(arrivals) {
        unfinished.add(unfinished: arrivals, of: rule, pipeline: pipeline, at: now)
      }
    } catch is RetryWanted {
      unfinished.add(arrivals, of: rule, at: now)
    }
  }

  /// The error of an evaluation that may succeed later.
  private struct RetryWanted: Error {}

  /// Calls `body`, and reports a failed evaluation without ending the watch. One that failed because
  /// the library of its arrivals is gone is repeated when that is back.
  private func guardEvaluation(
    of rule: WatchedRule, in library: String? = nil, _ body: () throws -> RunReport
  ) throws {
    do {
      let report = try body()
      if let problem = report.programProblems.last { rule.activity.noteError(problem) }
      reporter.tell(.success(report))
    } catch RunProblem.cancelled {
      throw RunProblem.cancelled
    } catch {
      reporter.tell(.failure(error))
      rule.activity.noteError("\(error)")
      let isGone = library.map { !libraries.presence.isThere($0) } ?? false
      if error.mayPass || isGone { throw RetryWanted() }
    }
  }
}
