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
  /// The first failures, at most ``keptFailures``.
  public private(set) var failures: [AssetFailure] = []
  /// The number of all failures.
  public private(set) var failureCount = 0
  /// The number of failures to read or load an asset, out of all.
  public private(set) var readingFailureCount = 0
  /// The reasons of failures by their text, each with the number of assets that failed for it after
  /// the first, which is among ``failures``.
  public private(set) var repeats: [(reason: String, count: Int)] = []
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
  /// - Returns: The failures that don't repeat others: the first one for an error of the rule, the
  ///   first three for any other reason.
  @discardableResult package mutating func add(_ failures: [AssetFailure]) -> [AssetFailure] {
    failureCount += failures.count
    readingFailureCount += failures.count(where: \.isOfReading)
    let reported = failures.filter { !isRepetition($0) }
    self.failures += reported.prefix(max(0, Self.keptFailures - self.failures.count))
    return reported
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
    sum.add(next.failures)
    sum.failureCount += next.failureCount - next.failures.count
    sum.readingFailureCount +=
      next.readingFailureCount - next.failures.count(where: \.isOfReading)
    for (reason, count) in next.repeats {
      if let place = sum.repeatPlaces[reason] { sum.repeats[place].count += count }
    }
    return sum
  }
}
