/// What is wrong with one line of an exported ledger.
struct LedgerLineFault: Error {
  let reason: String
}
