/// How a ledger is opened; the defaults are those of the tool.
package struct LedgerOptions: Sendable {
  /// How long to wait for another process's transaction.
  package var busyTimeout: Duration = .seconds(5)
  /// Whom claims are written for; nil is the process that opens the ledger.
  package var claimant: ProcessIdentity?
  /// Tells a claim that is being offered from one that was left behind.
  package var isRunning: @Sendable (ProcessIdentity) -> Bool = { $0.isRunning }
  var schema = LedgerSchema.current

  package init() {}
}
