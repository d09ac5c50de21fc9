/// The report of a run: how many assets went where, what failed and why, and how long it took.
public struct RunReport: Sendable {
  /// The steps by name, in order, each with its counts.
  public internal(set) var steps: [(name: String, tally: StepTally)] = []
  /// Assets that the source gave.
  public internal(set) var read = 0
  /// Records that were written.
  public internal(set) var emitted = 0
  /// Those of them that are of assets which were offered and refused.
  public internal(set) var refused = 0
  /// How the offers ended.
  public internal(set) var offers = OfferTally()
  /// The first failures, at most ``keptFailures``.
  public private(set) var failures: [AssetFailure] = []
  public private(set) var failureCount = 0
  /// Errors of the rule by their text, each with the number of assets that failed for it behind the
  /// first, which is among ``failures``.
  public private(set) var repeats: [(reason: String, count: Int)] = []
  private var repeatPlaces: [String: Int] = [:]
  /// The one that was counted last.
  private var latestRepeat: Int?
  public internal(set) var seconds = 0.0
  /// Notes on the source that the user should know, such as that it is newer than what is known.
  public internal(set) var notes: [String] = []
  /// How programs of the rule ended that did not end well.
  public internal(set) var programProblems: [String] = []

  /// How many failures are kept word for word, and how many different errors of the rule are known.
  public static let keptFailures = 1000

  package init() {}

  /// True if nothing came out, or nothing but what was offered and refused.
  public var isFruitless: Bool { emitted == 0 || offers.total > 0 && emitted == refused }

  /// Counts failures.
  ///
  /// - Returns: those that are no repetition of an error of the rule.
  @discardableResult package mutating func add(_ failures: [AssetFailure]) -> [AssetFailure] {
    failureCount += failures.count
    let told = failures.filter { !isRepetition($0) }
    self.failures += told.prefix(max(0, Self.keptFailures - self.failures.count))
    return told
  }

  private mutating func isRepetition(_ failure: AssetFailure) -> Bool {
    guard failure.isOfRule else { return false }
    // Most often it is the error of the asset before it, and the same text in memory.
    if let last = latestRepeat, repeats[last].reason == failure.reason {
      repeats[last].count += 1
      return true
    }
    if let place = repeatPlaces[failure.reason] {
      repeats[place].count += 1
      latestRepeat = place
      return true
    }
    if repeats.count < Self.keptFailures {
      repeatPlaces[failure.reason] = repeats.count
      repeats.append((failure.reason, 0))
    }
    return false
  }

  /// The report of a rule that a program cuts: this is the part before it.
  func handedOn(by call: ProgramCall, to next: RunReport) -> RunReport {
    var sum = self
    var tally = StepTally()
    (tally.entered, tally.passed) = (emitted, next.read)
    sum.steps.append((call.stage, tally))
    sum = sum.followed(by: next)
    (sum.read, sum.emitted, sum.seconds) = (read, next.emitted, max(seconds, next.seconds))
    sum.refused = next.refused
    return sum
  }

  /// Both as one, of pipelines that ran one after the other.
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
    for (reason, count) in next.repeats {
      if let place = sum.repeatPlaces[reason] { sum.repeats[place].count += count }
    }
    return sum
  }
}
