internal import Pipeline

/// The arrivals whose evaluation failed, which are tried again: the ledger's disk may be full, or
/// another program may have locked it.
struct RetryQueue {
  private var waiting: [Item] = []
  private var delay = Self.firstDelay
  /// The time of the next attempt; nil if there are no arrivals.
  private(set) var nextTry: ContinuousClock.Instant?

  /// The arrivals for one rule, and the moment of their evaluation.
  struct Item {
    let arrivals: Arrivals
    let rule: WatchedRule
    let now: Instant
  }

  private static let firstDelay = Duration.seconds(1)
  private static let longestDelay = Duration.seconds(60)
  /// The greatest number of arrivals; further ones are left to the next start of a rule that
  /// catches up.
  private static let most = 10_000
  private var hasDropped = false

  /// True if all arrivals were evaluated; false for good once there were too many.
  var isEmpty: Bool { waiting.isEmpty && !hasDropped }

  /// Adds arrivals whose evaluation failed.
  mutating func add(_ arrivals: Arrivals, of rule: WatchedRule, at now: Instant) {
    hasDropped = hasDropped || waiting.count >= Self.most
    if !hasDropped {
      // Their findings are dropped: open files would keep a disk from being unmounted.
      let arrivals = Arrivals(
        library: arrivals.library, identifiers: arrivals.identifiers, findings: ArrivalCache())
      waiting.append(Item(arrivals: arrivals, rule: rule, now: now))
    }
    if nextTry == nil { nextTry = .now + delay }
  }

  /// Removes and returns all arrivals, if it is time to try them again.
  mutating func due() -> [Item] {
    guard let nextTry, nextTry <= .now else { return [] }
    self.nextTry = nil
    delay = min(delay * 2, Self.longestDelay)
    defer { waiting = [] }
    return waiting
  }

  /// Assigns the arrivals of a rule to the one that replaces it.
  mutating func handOver(from rule: WatchedRule, to next: WatchedRule) {
    waiting = waiting.map {
      $0.rule === rule ? Item(arrivals: $0.arrivals, rule: next, now: $0.now) : $0
    }
  }

  /// Notes a successful evaluation.
  mutating func relax() { delay = Self.firstDelay }
}
