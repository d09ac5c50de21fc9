/// The right to offer one content once, in one memory; only a ledger gives it.
///
/// A claim is spent by ``OfferMemory/settle(_:as:at:)`` or given back by ``OfferMemory/release(_:)``. One that
/// is dropped stays in the ledger as unconfirmed once its process has ended.
package struct Claim: Hashable, Sendable {
  package let digest: ContentDigest
  package let memory: String
  /// The row, whose number is never given out again.
  package let row: Int64

  package init(digest: ContentDigest, memory: String, row: Int64) {
    self.digest = digest
    self.memory = memory
    self.row = row
  }
}
