/// The ledger's data about one offer; moments are milliseconds since 1970.
package struct LedgerEntry: Hashable, Sendable {
  /// The digest of the offered content.
  package let digest: ContentDigest
  /// The name of the memory.
  package let memory: String
  /// The name of the rule.
  package let rule: String
  /// The asset's localIdentifier.
  package let identifier: String
  /// The path of the asset's library.
  package let library: String
  /// The asset's filename.
  package let filename: String
  /// The progress of the offer.
  package let state: OfferState
  /// The time of the claim, in milliseconds since 1970.
  package let claimedAt: Int64
  /// The time at which the content was shown, in milliseconds since 1970; nil before that.
  package let offeredAt: Int64?
  /// The time of the outcome, in milliseconds since 1970; nil before that.
  package let settledAt: Int64?
}

/// A selection of a ledger's entries; a nil property doesn't narrow it.
package struct LedgerSelection: Hashable, Sendable {
  /// The beginning of the entries' digest; nil for any.
  package var digest: DigestPrefix?
  /// The entries' memory; nil for any.
  package var memory: String?
  /// The localIdentifier of the entries' asset; nil for any.
  package var identifier: String?

  package init(
    digest: DigestPrefix? = nil, memory: String? = nil, identifier: String? = nil
  ) {
    self.digest = digest
    self.memory = memory
    self.identifier = identifier
  }

  /// The selection of all entries.
  package static let everything = LedgerSelection()
}

/// The stages of an offer in the ledger.
package enum OfferState: Hashable, Sendable {
  /// A claim of a running process that is about to show the content.
  case claimed
  /// A claim of a running process that shows the content.
  case offered
  /// A claim without an outcome whose process ended: the user may or may not have seen the content.
  case unconfirmed
  case settled(Outcome)
}

extension OfferState: LosslessStringConvertible {
  /// Parses `claimed`, `offered`, `unconfirmed` or an outcome's name; nil for other texts.
  package init?(_ text: String) {
    switch text {
    case "claimed": self = .claimed
    case "offered": self = .offered
    case "unconfirmed": self = .unconfirmed
    default:
      guard let outcome = Outcome(rawValue: text) else { return nil }
      self = .settled(outcome)
    }
  }

  package var description: String {
    switch self {
    case .claimed: "claimed"
    case .offered: "offered"
    case .unconfirmed: "unconfirmed"
    case .settled(let outcome): outcome.rawValue
    }
  }
}
