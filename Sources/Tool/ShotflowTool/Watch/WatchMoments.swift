internal import Pipeline

/// The times up to which a watch saw all arrivals, which are stored with its rules for a later watch.
struct WatchMoments {
  /// The times in nanoseconds since 1970, by the paths of the libraries.
  private var moments: [String: Int64] = [:]
  /// The time at which they are to be stored; nil if nothing has changed.
  private(set) var due: ContinuousClock.Instant?

  /// The delay before they are stored, which is longer than the resolution of file times.
  private static let delay = Duration.milliseconds(100)

  /// Stores the start of the watch for each rule and library that was never watched before.
  static func begin(_ rules: [WatchedRule], on libraries: WatchedLibraries) {
    for rule in rules {
      for library in libraries.all {
        guard let record = rule.records[library.place.path], record.moment == nil else { continue }
        record.save(library.began)
      }
    }
  }

  mutating func note(_ moment: Int64, of library: String) { moments[library] = moment }

  mutating func requestSaving() { due = due ?? .now + Self.delay }

  /// Stores the times if they are due and all arrivals were processed (`isDone`); schedules another
  /// attempt while evaluations are pending.
  mutating func saveDue(in rules: [WatchedRule], isDone: Bool, arePending: Bool) {
    guard let due, due <= .now else { return }
    self.due = arePending ? .now + WatchEvaluation.waitingTime : nil
    if isDone { save(in: rules) }
  }

  func save(in rules: [WatchedRule]) {
    for rule in rules {
      for (path, record) in rule.records {
        guard let moment = moments[path] else { continue }
        record.save(rule.pauses[path]?.isComplete == false ? nil : moment)
      }
    }
  }
}
