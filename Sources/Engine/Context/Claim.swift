/// The right to offer one content once, in one memory; only a ledger gives it.
///
/// A claim is spent by ``Ledger/settle(_:as:at:)`` or given back by ``Ledger/release(_:)``. One that
/// is dropped stays in the ledger as unconfirmed once its process has ended.
package struct Claim: Hashable, Sendable {
  package let digest: ContentDigest
  package let memory: String
  /// The row, whose number is never given out again.
  let row: Int64
}
