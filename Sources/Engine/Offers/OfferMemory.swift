/// Remembers what was offered, across runs; safe from any thread.
///
/// An outbox: a claim is durable before anybody sees the offer, the outcome is noted after. A kill
/// between the two leaves the claim unconfirmed, and what it is of is never offered again by itself.
/// Each call is one transaction.
package protocol OfferMemory: Sendable {
  /// Whether each of the contents was offered before in a memory. Leaves no trace.
  func isRemembered(_ digests: [ContentDigest], memory: String) throws -> [Bool]

  /// Claims contents; nil for those that another run has, or had.
  func claim(_ requests: [ClaimRequest], at moment: Int64) throws -> [Claim?]

  /// Notes that a question is about to be shown.
  func markOffered(_ claims: [Claim], at moment: Int64) throws

  /// Notes how offers ended.
  func settle(_ settlements: [Settlement], at moment: Int64) throws

  /// Gives back claims of what surely nobody saw.
  func release(_ claims: [Claim]) throws

  /// Gives back claims whose question the user broke off without an answer.
  func withdraw(_ claims: [Claim]) throws
}

/// How the offer of one claim ended.
package struct Settlement: Hashable, Sendable {
  package let claim: Claim
  package let outcome: Outcome

  package init(_ claim: Claim, _ outcome: Outcome) {
    self.claim = claim
    self.outcome = outcome
  }
}

/// A memory that forgets at once, for runs that have none.
package struct NoMemory: OfferMemory {
  package init() {}

  package func isRemembered(_ digests: [ContentDigest], memory: String) -> [Bool] {
    digests.map { _ in false }
  }

  package func claim(_ requests: [ClaimRequest], at moment: Int64) -> [Claim?] {
    requests.enumerated().map {
      Claim(digest: $1.digest, memory: $1.memory, row: Int64($0))
    }
  }

  package func markOffered(_ claims: [Claim], at moment: Int64) {}
  package func settle(_ settlements: [Settlement], at moment: Int64) {}
  package func release(_ claims: [Claim]) {}
  package func withdraw(_ claims: [Claim]) {}
}
