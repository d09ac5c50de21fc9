/// What became of entries that a ledger took in.
package struct LedgerMerge: Hashable, Sendable {
  /// How many it did not know.
  package var added = 0
  /// How many it knew without an outcome, and got one.
  package var settled = 0
  /// How many it knew already.
  package var known = 0
}
