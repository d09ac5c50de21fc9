/// Remembers what was offered, across runs; safe from any thread.
///
/// An outbox: a claim is durable before anybody sees the offer, the outcome is noted after. A kill
/// between the two leaves the claim unconfirmed, and what it is of is never offered again by itself.
package protocol OfferMemory: Sendable {
  /// Whether each of the contents was offered before in a memory. Leaves no trace.
  func isRemembered(_ digests: [ContentDigest], memory: String) throws -> [Bool]

  /// Claims contents; nil for those that another run has, or had.
  func claim(_ requests: [ClaimRequest], at moment: Int64) throws -> [Claim?]

  /// Notes that a question is about to be shown.
  func markOffered(_ claim: Claim, at moment: Int64) throws

  /// Notes how offers ended.
  func settle(_ claims: [Claim], as outcome: Outcome, at moment: Int64) throws

  /// Gives back claims of what surely nobody saw.
  func release(_ claims: [Claim]) throws
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

  package func markOffered(_ claim: Claim, at moment: Int64) {}
  package func settle(_ claims: [Claim], as outcome: Outcome, at moment: Int64) {}
  package func release(_ claims: [Claim]) {}
}
