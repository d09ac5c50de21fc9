internal import Synchronization

/// The run's one connection to the ledger, opened when something is first asked of it.
package final class LedgerAccess: Sendable {
  private let path: String
  private let setsAside: Bool
  private let opened = Mutex<Ledger?>(nil)

  /// - Parameter setsAside: whether a damaged ledger is set aside.
  package init(path: String, setsAside: Bool = true) {
    self.path = path
    self.setsAside = setsAside
  }

  /// The ledger, made if there is none.
  package func ledger() throws(LedgerError) -> Ledger {
    if let ledger = opened.withLock({ $0 }) { return ledger }
    let ledger = try Ledger(at: path)
    opened.withLock { $0 = ledger }
    return ledger
  }

  /// The ledger if there is one, so that asking leaves no trace.
  package func existingLedger() throws(LedgerError) -> Ledger? {
    if let ledger = opened.withLock({ $0 }) { return ledger }
    guard let ledger = try Ledger.existing(at: path, setsAside: setsAside) else { return nil }
    opened.withLock { $0 = ledger }
    return ledger
  }
}
