/// How far an offer in the ledger has come.
package enum OfferState: Hashable, Sendable {
  /// A running process is about to show it.
  case claimed
  /// A running process shows it.
  case offered
  /// The process that claimed it ended without an outcome: it may or may not have been seen.
  case unconfirmed
  case settled(Outcome)
}

extension OfferState: LosslessStringConvertible {
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
