/// What a run did: how many assets went where, what failed and why, and how long it took.
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
  public internal(set) var seconds = 0.0
  /// What a person should know of the source, such as that it is newer than what is known.
  public internal(set) var notes: [String] = []
  /// How programs of the rule ended that did not end well.
  public internal(set) var programProblems: [String] = []

  /// How many failures are kept word for word.
  public static let keptFailures = 1000

  package init() {}

  /// Whether nothing came out, or nothing but what was offered and refused.
  public var isFruitless: Bool { emitted == 0 || offers.total > 0 && emitted == refused }

  package mutating func add(_ failures: [AssetFailure]) {
    failureCount += failures.count
    let room = max(0, Self.keptFailures - self.failures.count)
    self.failures += failures.prefix(room)
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
    return sum
  }
}
