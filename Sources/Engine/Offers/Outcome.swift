/// How an offer ended.
///
/// The raw values are what the ledger and the record's `prompt.outcome` carry.
public enum Outcome: String, Hashable, Sendable, CaseIterable {
  /// The user took it.
  case accepted
  /// The user refused it.
  case dismissed
  /// Nobody answered in time.
  case expired
  /// It was handed over without a question.
  case delivered

  /// Whether the asset goes on: the user took it, or was not asked.
  package var isTaken: Bool { self == .accepted || self == .delivered }

  /// The outcomes of assets that go no further.
  package static let refusals = allCases.filter { !$0.isTaken }
}

/// How many offers ended in which way.
public struct OfferTally: Hashable, Sendable {
  private var counts: [Outcome: Int] = [:]

  package init() {}

  public subscript(outcome: Outcome) -> Int { counts[outcome] ?? 0 }

  public var total: Int { counts.values.reduce(0, +) }

  package mutating func add(_ outcome: Outcome, count: Int = 1) {
    counts[outcome, default: 0] += count
  }

  package mutating func add(_ other: OfferTally) {
    counts.merge(other.counts, uniquingKeysWith: +)
  }
}
