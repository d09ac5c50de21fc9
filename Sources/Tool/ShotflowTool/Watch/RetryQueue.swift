internal import Pipeline

/// The arrived assets whose evaluation failed and is tried again: the ledger's disk may be full, or
/// another program may have locked it.
struct RetryQueue {
  private var waiting: [Item] = []
  private var delay = Self.firstDelay
  /// The time of the next attempt; nil if there are no arrivals.
  private(set) var nextTry: ContinuousClock.Instant?

  /// The assets that arrived for one rule, and the time for which it evaluates them.
  struct Item {
    let arrivals: Arrivals
    let rule: WatchedRule
    let now: Instant
  }

  private static let firstDelay = Duration.seconds(1)
  private static let longestDelay = Duration.seconds(60)
  /// The greatest number of assets; others wait for the next start of a rule with `catchUp`.
  private static let most = 10_000
  private var hasDropped = false

  /// True if all assets were evaluated; false for good once some were dropped.
  var isEmpty: Bool { waiting.isEmpty && !hasDropped }

  /// Returns the number of assets that wait for a rule in one library.
  func count(of rule: WatchedRule, in library: String) -> Int {
    waiting.reduce(0) { count, item in
      item.rule === rule && item.arrivals.library == library
        ? count + item.arrivals.identifiers.count : count
    }
  }

  /// Adds assets whose evaluation failed.
  mutating func add(_ arrivals: Arrivals, of rule: WatchedRule, at now: Instant) {
    hasDropped = hasDropped || waiting.count >= Self.most
    if !hasDropped {
      // The findings are dropped: open files would prevent unmounting a disk.
      let arrivals = Arrivals(
        library: arrivals.library, identifiers: arrivals.identifiers, findings: ArrivalCache())
      waiting.append(Item(arrivals: arrivals, rule: rule, now: now))
    }
    if nextTry == nil { nextTry = .now + delay }
  }

  /// Removes and returns all entries, if it is time for another attempt.
  mutating func due() -> [Item] {
    guard let nextTry, nextTry <= .now else { return [] }
    self.nextTry = nil
    delay = min(delay * 2, Self.longestDelay)
    defer { waiting = [] }
    return waiting
  }

  /// Assigns the entries of a rule to the version that replaces it.
  mutating func handOver(from rule: WatchedRule, to next: WatchedRule) {
    waiting = waiting.map {
      $0.rule === rule ? Item(arrivals: $0.arrivals, rule: next, now: $0.now) : $0
    }
  }

  /// Resets the delay between attempts after a success.
  mutating func relax() { delay = Self.firstDelay }
}
