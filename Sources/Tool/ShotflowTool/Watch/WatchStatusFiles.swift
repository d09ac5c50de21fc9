internal import Pipeline
internal import Platform
internal import Sessions

/// The status files of a running watch, written only after changes and at most once a second, so
/// that an idle watch sleeps. Confined to the thread that watches.
final class WatchStatusFiles {
  private let began = Instant.current
  /// The time before which nothing is written; nil if nothing was written lately.
  private var nextTime: ContinuousClock.Instant?

  private static let interval = Duration.seconds(1)

  /// Writes the statuses that have changed; returns the time of the next call if this one is too
  /// early, else nil. `isUrgent` is true if a command waits for the files.
  func update(
    _ rules: [WatchedRule], _ libraries: WatchedLibraries, _ unfinished: RetryQueue, isUrgent: Bool
  ) -> ContinuousClock.Instant? {
    if !isUrgent, let nextTime, nextTime > .now { return nextTime }
    var hasChanged = false
    for rule in rules {
      for place in rule.places {
        guard let record = rule.records[place.path] else { continue }
        let status = status(of: rule, in: place, libraries, unfinished)
        if record.store(status) { hasChanged = true }
      }
    }
    nextTime = hasChanged ? .now + Self.interval : nil
    return nil
  }

  private func status(
    of rule: WatchedRule, in place: LibraryPlace, _ libraries: WatchedLibraries,
    _ unfinished: RetryQueue
  ) -> WatchStatus {
    let library = libraries.all.first { $0.place.path == place.path }
    var status = WatchStatus(of: rule.session, in: rule.path, on: place.path, since: began)
    let pause = rule.pauses[place.path]
    status.state =
      pause?.isActive == true ? .paused : library?.wasThere == false ? .away : .watching
    status.waiting = rule.activity.waiting
    status.retried = unfinished.count(of: rule, in: place.path)
    status.held = pause?.count ?? 0
    status.folders = library?.watcher.coverage
    status.lastArrival = rule.activity.lastArrival(in: place.path)
    status.lastError = rule.activity.lastError
    return status
  }
}

extension WatchStatus {
  /// Creates the status of a rule in a library that this process watches.
  init(
    of session: RuleSession, in file: String?, on library: String, since began: Instant
  ) {
    self.init(
      rule: session.subject.label, ruleFile: file,
      library: RuleIdentity.resolve(library) ?? library, process: Int64(getpid()), began: began)
  }
}
