internal import Platform
internal import Synchronization

/// The run's one connection to the ledger, opened at first use.
package final class LedgerAccess: Sendable {
  private let path: String?
  private let setsAside: Bool
  private let opened = Lock<Ledger?>(nil)

  /// - Parameter path: The ledger's path; nil if it is unknown, in which case every access fails.
  package init(path: String?, setsAside: Bool = true) {
    self.path = path
    self.setsAside = setsAside
  }

  /// Returns the ledger; creates it if it does not exist.
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

  /// Returns the ledger; nil if it does not exist, as a query does not create it.
  package func existingLedger() throws(LedgerError) -> Ledger? {
    if let ledger = opened.withLock({ $0 }) { return ledger }
    guard let ledger = try Ledger.existing(at: place(), setsAside: setsAside) else { return nil }
    opened.withLock { $0 = ledger }
    return ledger
  }
}

extension LedgerAccess: RunResource {}

extension LedgerAccess: OfferHistory {
  package func isRemembered(
    _ digests: [ContentDigest], memory: String, repeating repeats: Bool
  ) throws -> [Bool] {
    try existingLedger()?.isRemembered(digests, memory: memory, repeating: repeats)
      ?? digests.map { _ in false }
  }

  package func claim(_ requests: [ClaimRequest], at moment: Int64) throws -> [Claim?] {
    try ledger().claim(requests, at: moment)
  }

  package func markOffered(_ claims: [Claim], at moment: Int64) throws {
    try ledger().markOffered(claims, at: moment)
  }

  package func settle(_ settlements: [Settlement], at moment: Int64) throws {
    try ledger().settle(settlements, at: moment)
  }

  package func release(_ claims: [Claim]) throws { try ledger().release(claims) }

  package func withdraw(_ claims: [Claim]) throws { try ledger().withdraw(claims) }
}

extension RunContext {
  /// Creates the context of a run that stores its offers in a ledger.
  ///
  /// - Parameter ledgerPath: The ledger's path; nil if it is unknown, in which case every access
  ///   fails.
  public init(
    components: Components, now: Instant, ruleName: String, libraries: [String],
    ledgerPath: String?, input: InputOptions = InputOptions(), outputFolder: String? = nil,
    isDryRun: Bool = false, cancellation: Cancellation = Cancellation(),
    progress: RunProgress = RunProgress(), decoders: DecoderPool? = nil,
    notices: RunNotices = RunNotices()
  ) {
    let ledger = LedgerAccess(path: ledgerPath, setsAside: !isDryRun)
    self.init(
      now: now, ruleName: ruleName, libraries: libraries, memory: ledger, input: input,
      outputFolder: outputFolder, isDryRun: isDryRun, cancellation: cancellation,
      progress: progress, decoders: decoders, notices: notices)
    resources[LedgerAccess.self] = ledger
    use(components)
  }

  /// The run's ledger; nil for a run without one.
  package var ledger: LedgerAccess? { resources[LedgerAccess.self] }
}
