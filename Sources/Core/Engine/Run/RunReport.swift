/// The report of a run: the number of assets for each step, the failures, and the time.
public struct RunReport: Sendable {
  /// The steps by name, in order, each with its counts.
  public var steps: [(name: String, tally: StepTally)] = []
  /// The number of assets that the source returned.
  public var read = 0
  /// The number of records that were written.
  public var emitted = 0
  /// The number of written records of assets that were offered and refused.
  public var refused = 0
  /// The number of offers for each outcome.
  public var offers = OfferTally()
  /// The first failures, at most ``keptFailures``; of an error of the rule only the first.
  public private(set) var failures: [AssetFailure] = []
  /// The number of all failures.
  public private(set) var failureCount = 0
  /// The number of failures to read or load an asset, out of all.
  public private(set) var readingFailureCount = 0
  /// The reasons of failures by their text, each with the number of assets that failed for it after
  /// those in ``reported``.
  public private(set) var repeats: [(reason: String, count: Int)] = []
  /// The failures that don't repeat others, at most ``keptFailures``: the first one for an error of
  /// the rule, the first three for any other reason.
  public private(set) var reported: [AssetFailure] = []
  private var repeatPlaces: [String: Int] = [:]
  /// The number of failures that were reported for each of ``repeats``.
  private var reportedCounts: [Int] = []
  private var latestRepeat: Int?
  public var seconds = 0.0
  /// Notes on the source for the user, for example that its version is newer than the known ones.
  public var notes: [String] = []
  /// The problems that ended programs of the rule.
  public var programProblems: [String] = []

  /// The maximal number of failures, and of different errors of the rule, that are stored.
  public static let keptFailures = 1000

  package init() {}

  /// True if no record was written, or only those of assets that were offered and refused.
  public var isFruitless: Bool { emitted == 0 || offers.total > 0 && emitted == refused }

  /// Counts failures.
  ///
  /// - Returns: Those among them that don't repeat others.
  @discardableResult package mutating func add(_ failures: [AssetFailure]) -> [AssetFailure] {
    failureCount += failures.count
    readingFailureCount += failures.count(where: \.isOfReading)
    var new: [AssetFailure] = []
    for failure in failures {
      let isNew = !isRepetition(failure)
      if isNew { new.append(failure) }
      if isNew || !failure.isOfRule, self.failures.count < Self.keptFailures {
        self.failures.append(failure)
      }
    }
    report(new)
    return new
  }

  private mutating func report(_ new: [AssetFailure]) {
    reported += new.prefix(max(0, Self.keptFailures - reported.count))
  }

  private mutating func isRepetition(_ failure: AssetFailure) -> Bool {
    guard let place = place(of: failure) else { return false }
    latestRepeat = place
    if reportedCounts[place] < (failure.isOfRule ? 1 : 3) {
      reportedCounts[place] += 1
      return false
    }
    repeats[place].count += 1
    return true
  }

  /// Returns the place of a failure's reason in ``repeats``; nil for a new one when there are too
  /// many.
  private mutating func place(of failure: AssetFailure) -> Int? {
    // Mostly the previous asset failed for the same reason, with the same text in memory.
    if let last = latestRepeat, repeats[last].reason == failure.reason { return last }
    if let known = repeatPlaces[failure.reason] { return known }
    guard repeats.count < Self.keptFailures else { return nil }
    repeatPlaces[failure.reason] = repeats.count
    repeats.append((failure.reason, 0))
    reportedCounts.append(0)
    return repeats.count - 1
  }

  /// Combines this report, of the steps before a program, with that of the steps after it.
  package func handedOn(by call: ProgramCall, to next: RunReport) -> RunReport {
    var sum = self
    var tally = StepTally()
    (tally.entered, tally.passed) = (emitted, next.read)
    sum.steps.append((call.stage, tally))
    sum = sum.followed(by: next)
    (sum.read, sum.emitted, sum.seconds) = (read, next.emitted, max(seconds, next.seconds))
    sum.refused = next.refused
    return sum
  }

  /// Combines the reports of pipelines that ran one after the other.
  public func followed(by next: RunReport) -> RunReport {
    var sum = self
    sum.steps += next.steps
    sum.read += next.read
    sum.emitted += next.emitted
    sum.refused += next.refused
    sum.offers.add(next.offers)
    sum.seconds += next.seconds
    sum.notes += next.notes.filter { !notes.contains($0) }
    sum.programProblems += next.programProblems
    sum.take(failuresOf: next)
    return sum
  }

  private mutating func take(failuresOf next: RunReport) {
    failureCount += next.failureCount
    readingFailureCount += next.readingFailureCount
    failures += next.failures.prefix(max(0, Self.keptFailures - failures.count))
    report(next.reported.filter { !isRepetition($0) })
    for (reason, count) in next.repeats {
      if let place = repeatPlaces[reason] { repeats[place].count += count }
    }
  }
}
