/// The store of the contents that were offered, across runs; safe from any thread. It works as an
/// outbox: a claim is durable before the offer is shown, and the outcome is noted afterwards. A
/// crash in between leaves the claim unconfirmed, and its content is not offered again
/// automatically. Each call is one transaction; moments are in milliseconds since 1970.
package protocol OfferHistory: Sendable {
  /// Returns, for each content, true if it was offered before in a memory. Changes nothing.
  ///
  /// - Parameter repeats: True to ignore repeatable claims of ended processes without an outcome.
  func isRemembered(
    _ digests: [ContentDigest], memory: String, repeating repeats: Bool
  ) throws -> [Bool]

  /// Claims contents; returns nil for those that another run has or had claimed. A repeatable
  /// request takes over a repeatable claim that a process left without an outcome.
  func claim(_ requests: [ClaimRequest], at moment: Int64) throws -> [Claim?]

  /// Stores that a question is about to be shown.
  func markOffered(_ claims: [Claim], at moment: Int64) throws

  /// Stores the outcomes of offers.
  func settle(_ settlements: [Settlement], at moment: Int64) throws

  /// Releases the claims of offers that were certainly not shown.
  func release(_ claims: [Claim]) throws

  /// Releases the claims of questions that the user aborted without an answer.
  func withdraw(_ claims: [Claim]) throws
}

/// The outcome of one claim.
package struct Settlement: Hashable, Sendable {
  /// The claim with which the offer was made.
  package let claim: Claim
  /// The outcome of the claim's offer.
  package let outcome: Outcome

  package init(_ claim: Claim, _ outcome: Outcome) {
    self.claim = claim
    self.outcome = outcome
  }
}

/// A store that keeps nothing, for runs without a ledger.
package struct NoOfferHistory: OfferHistory {
  package init() {}

  package func isRemembered(
    _ digests: [ContentDigest], memory: String, repeating repeats: Bool
  ) -> [Bool] {
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

/// The right to offer one content once in one memory of a rule; created only by an
/// ``OfferHistory``. A claim ends with ``OfferHistory/settle(_:at:)`` or is released by
/// ``OfferHistory/release(_:)``. If its process ends without either, it stays in the ledger as
/// unconfirmed.
package struct Claim: Hashable, Sendable {
  /// The digest of the content.
  package let digest: ContentDigest
  /// The name of the memory.
  package let memory: String
  /// The row of the ledger's table, whose number is never reused.
  package let row: Int64

  package init(digest: ContentDigest, memory: String, row: Int64) {
    self.digest = digest
    self.memory = memory
    self.row = row
  }
}

/// The content that a rule wants to offer, and its description in `shotflow ledger list`.
package struct ClaimRequest: Hashable, Sendable {
  /// The digest of the content.
  package let digest: ContentDigest
  /// The name of the memory in which the content is offered once.
  package let memory: String
  /// The name of the rule.
  package let rule: String
  /// The asset's `localIdentifier`.
  package let identifier: String
  /// The path of the asset's library.
  package let library: String
  /// The asset's file name.
  package let filename: String
  /// True if the offer may be made again, unless its outcome was noted.
  package let isRepeatable: Bool

  package init(
    digest: ContentDigest, memory: String, rule: String, identifier: String, library: String,
    filename: String, isRepeatable: Bool = false
  ) {
    self.isRepeatable = isRepeatable
    self.digest = digest
    self.memory = memory
    self.rule = rule
    self.identifier = identifier
    self.library = library
    self.filename = filename
  }
}

/// The memory that stores an asset once it is offered, and the asset's key there.
package struct LedgerKey: Hashable, Sendable, Finding {
  /// The name of the memory.
  package let memory: String
  /// The key of the asset in the memory: the digest of its content.
  package let digest: ContentDigest

  package init(memory: String, digest: ContentDigest) {
    self.memory = memory
    self.digest = digest
  }
}
