/// The user's answer to an offer.
public struct OfferAnswer: Hashable, Sendable {
  public let outcome: Outcome
  /// The action that the user chose for the asset, by a name that the record's `prompt.action`
  /// carries.
  ///
  /// `default` for a plain yes; nil unless it was accepted.
  public let action: String?

  public init(_ outcome: Outcome, action: String? = nil) {
    self.outcome = outcome
    self.action = outcome == .accepted ? action ?? Self.plain : nil
  }

  /// The action of a plain yes.
  public static let plain = "default"
}

/// Why a question has no answer, where neither the user nor the time gave one.
package enum OfferProblem: Error, Hashable, Sendable {
  /// The place where it was shown is gone: the user may have seen it.
  case lost
}
