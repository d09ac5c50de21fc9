/// The outcome of an offer.
///
/// The raw values are stored in the ledger and in the record's `prompt.outcome`.
public enum Outcome: String, Hashable, Sendable, CaseIterable {
  /// The user accepted the offer.
  case accepted
  /// The user refused the offer.
  case dismissed
  /// The user did not answer in time.
  case expired
  /// The asset was delivered without a question.
  case delivered

  /// True if the asset continues to the next stage: the user accepted it, or was not asked.
  package var isTaken: Bool { self == .accepted || self == .delivered }

  /// The outcomes after which an asset is dropped.
  package static let refusals = allCases.filter { !$0.isTaken }
}

/// The number of offers for each outcome.
public struct OfferTally: Hashable, Sendable {
  // An array, as the first use of another type as a key costs a search of the whole program.
  private var counts = [Int](repeating: 0, count: Outcome.allCases.count)

  package init() {}

  /// The number of offers with an outcome.
  public subscript(outcome: Outcome) -> Int { counts[Self.index(of: outcome)] }

  /// The number of all offers.
  public var total: Int { counts.reduce(0, +) }

  /// Counts offers with an outcome.
  package mutating func add(_ outcome: Outcome, count: Int = 1) {
    counts[Self.index(of: outcome)] += count
  }

  /// Adds the counts of another tally.
  package mutating func add(_ other: OfferTally) {
    for index in counts.indices { counts[index] += other.counts[index] }
  }

  private static func index(of outcome: Outcome) -> Int {
    switch outcome {
    case .accepted: 0
    case .dismissed: 1
    case .expired: 2
    case .delivered: 3
    }
  }
}

/// The user's answer to an offer.
public struct OfferAnswer: Hashable, Sendable {
  /// The outcome of the offer.
  public let outcome: Outcome
  /// The name of the action that the user chose, which is the record's `prompt.action`.
  ///
  /// It is `default` for a plain acceptance, and nil unless the offer was accepted.
  public let action: String?

  public init(_ outcome: Outcome, action: String? = nil) {
    self.outcome = outcome
    self.action = outcome == .accepted ? action ?? Self.plain : nil
  }

  /// The name of the plain acceptance.
  public static let plain = "default"
}

/// The reason why a question ended with neither an answer nor a timeout.
package enum OfferProblem: Error, Hashable, Sendable {
  /// The notifier lost the question while it was shown, so the user may have seen it.
  case lost
}
