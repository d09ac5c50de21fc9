internal import Pipeline

/// The arrived assets that are evaluated again later: the ledger's disk was full, another program
/// had locked the ledger, or the asset's file was incomplete.
struct RetryQueue {
  private var failed: [Item] = []
  /// The assets with incomplete files, by the time of their next attempt.
  private var unfinished: [Item] = []
  private var delay = Self.firstDelay
  private var failedAreDue: ContinuousClock.Instant?

  /// The assets that arrived for one rule, and the time that is `now` in their evaluation.
  struct Item {
    let arrivals: Arrivals
    let rule: WatchedRule
    let now: Instant
    /// The time of the next attempt, for an incomplete file.
    var due = ContinuousClock.now
  }

  private static let firstDelay = Duration.seconds(1)
  private static let longestDelay = Duration.seconds(60)
  /// The time for which an incomplete file counts as being written.
  private static let patience = Duration.seconds(5)
  /// The greatest number of items in a list; further ones wait for a new start with `catchUp`.
  private static let most = 10_000
  private var hasDropped = false

  /// True if all assets were evaluated; false for good once some were dropped.
  var isEmpty: Bool { failed.isEmpty && unfinished.isEmpty && !hasDropped }

  /// The time of the next attempt; nil if there are no arrivals.
  var nextTry: ContinuousClock.Instant? {
    [failedAreDue, unfinished.first?.due].compactMap(\.self).min()
  }

  /// Returns the number of assets that wait for a rule in one library.
  func count(of rule: WatchedRule, in library: String) -> Int {
    (failed + unfinished).reduce(0) { count, item in
      item.rule === rule && item.arrivals.library == library
        ? count + item.arrivals.identifiers.count : count
    }
  }

  /// Adds assets whose evaluation failed.
  mutating func add(_ arrivals: Arrivals, of rule: WatchedRule, at now: Instant) {
    note(Item(arrivals: arrivals.later(), rule: rule, now: now), in: \.failed)
    if failedAreDue == nil { failedAreDue = .now + delay }
  }

  /// Adds an asset whose file is incomplete, for one pipeline of a rule.
  mutating func add(
    unfinished arrivals: Arrivals, of rule: WatchedRule, pipeline: Int, at now: Instant
  ) {
    note(
      Item(
        arrivals: arrivals.later(for: pipeline), rule: rule, now: now, due: .now + Self.patience),
      in: \.unfinished)
  }

  private mutating func note(_ item: Item, in list: WritableKeyPath<RetryQueue, [Item]>) {
    hasDropped = hasDropped || self[keyPath: list].count >= Self.most
    if !hasDropped { self[keyPath: list].append(item) }
  }

  /// Removes the items of an incomplete file that has just arrived again.
  mutating func forget(_ arrivals: Arrivals, of rule: WatchedRule) {
    unfinished.removeAll {
      $0.rule === rule && $0.arrivals.library == arrivals.library
        && $0.arrivals.identifiers.map(\.string) == arrivals.identifiers.map(\.string)
    }
  }

  /// Adds the assets that could not be offered, each to its rule among `rules`.
  mutating func add(_ failed: [FailedOffers], of rules: [WatchedRule]) {
    for offers in failed {
      guard let rule = rules.first(where: { $0.activity === offers.activity }) else { continue }
      for arrivals in offers.arrivals { add(arrivals, of: rule, at: offers.now) }
    }
  }

  /// Removes and returns the items whose next attempt is due.
  mutating func due() -> [Item] {
    let now = ContinuousClock.now
    let written = unfinished.prefix { $0.due <= now }
    unfinished.removeFirst(written.count)
    guard let due = failedAreDue, due <= now else { return Array(written) }
    failedAreDue = nil
    delay = min(delay * 2, Self.longestDelay)
    defer { failed = [] }
    return failed + written
  }

  /// Assigns the items of a rule to the version that replaces it.
  mutating func handOver(from rule: WatchedRule, to next: WatchedRule) {
    func handedOver(_ item: Item) -> Item {
      item.rule === rule
        ? Item(arrivals: item.arrivals, rule: next, now: item.now, due: item.due) : item
    }
    failed = failed.map(handedOver)
    unfinished = unfinished.map(handedOver)
  }

  /// Resets the delay between attempts, after all succeeded.
  mutating func relax() { delay = Self.firstDelay }
}
