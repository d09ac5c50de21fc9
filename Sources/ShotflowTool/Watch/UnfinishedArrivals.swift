internal import Pipeline

/// What arrived and could not be evaluated, to be tried again: the ledger's disk may be full, or another
/// program may have locked it.
struct UnfinishedArrivals {
  private var waiting: [Item] = []
  private var delay = Self.firstDelay
  /// When they are tried again; nil while there are none.
  private(set) var nextTry: ContinuousClock.Instant?

  /// What one rule was to be evaluated for, and the moment.
  struct Item {
    let arrivals: Arrivals
    let rule: WatchedRule
    let now: Instant
  }

  private static let firstDelay = Duration.seconds(1)
  private static let longestDelay = Duration.seconds(60)
  /// More are left to the next start of a rule that catches up.
  private static let most = 10_000
  private var hasDropped = false

  /// Whether everything was tried; never again once there were too many.
  var isEmpty: Bool { waiting.isEmpty && !hasDropped }

  mutating func add(_ arrivals: Arrivals, of rule: WatchedRule, at now: Instant) {
    hasDropped = hasDropped || waiting.count >= Self.most
    if !hasDropped {
      // What was found out by then is not held: it would keep the disk from being unmounted.
      let arrivals = Arrivals(
        library: arrivals.library, identifiers: arrivals.identifiers, findings: ArrivalFindings())
      waiting.append(Item(arrivals: arrivals, rule: rule, now: now))
    }
    if nextTry == nil { nextTry = .now + delay }
  }

  /// Takes all, if it is time to try them again.
  mutating func due() -> [Item] {
    guard let nextTry, nextTry <= .now else { return [] }
    self.nextTry = nil
    delay = min(delay * 2, Self.longestDelay)
    defer { waiting = [] }
    return waiting
  }

  /// Lets another rule be evaluated for what waits for one that it takes over from.
  mutating func handOver(from rule: WatchedRule, to next: WatchedRule) {
    waiting = waiting.map {
      $0.rule === rule ? Item(arrivals: $0.arrivals, rule: next, now: $0.now) : $0
    }
  }

  /// Notes that an evaluation went well.
  mutating func relax() { delay = Self.firstDelay }
}
