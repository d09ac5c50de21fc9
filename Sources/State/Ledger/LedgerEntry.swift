/// What the ledger knows of one offer; moments are milliseconds since 1970.
package struct LedgerEntry: Hashable, Sendable {
  package let digest: ContentDigest
  package let memory: String
  package let rule: String
  package let identifier: String
  package let library: String
  package let filename: String
  package let state: OfferState
  package let claimedAt: Int64
  package let offeredAt: Int64?
  package let settledAt: Int64?
}
