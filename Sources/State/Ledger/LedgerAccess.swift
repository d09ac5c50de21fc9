internal import Synchronization

/// The run's one connection to the ledger, opened when something is first asked of it.
package final class LedgerAccess: Sendable {
  private let path: String?
  private let setsAside: Bool
  private let opened = Mutex<Ledger?>(nil)

  /// - Parameters:
  ///   - path: nil when nobody knows where it is; then whatever is asked of it fails.
  ///   - setsAside: whether a damaged ledger is set aside.
  package init(path: String?, setsAside: Bool = true) {
    self.path = path
    self.setsAside = setsAside
  }

  /// The ledger, made if there is none.
  package func ledger() throws(LedgerError) -> Ledger {
    if let ledger = opened.withLock({ $0 }) { return ledger }
    let ledger = try Ledger(at: place())
    opened.withLock { $0 = ledger }
    return ledger
  }

  private func place() throws(LedgerError) -> String {
    guard let path else { throw .noFolder }
    return path
  }

  /// The ledger if there is one, so that asking leaves no trace.
  package func existingLedger() throws(LedgerError) -> Ledger? {
    if let ledger = opened.withLock({ $0 }) { return ledger }
    guard let ledger = try Ledger.existing(at: place(), setsAside: setsAside) else { return nil }
    opened.withLock { $0 = ledger }
    return ledger
  }
}
