/// Why a line is none of an exported ledger.
package struct LedgerLineProblem: Hashable, Sendable {
  /// Its number, from 1.
  package let line: Int
  package let reason: String
}
