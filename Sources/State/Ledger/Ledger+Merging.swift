import GRDB

extension Ledger {
  /// What stands for the process of an offer that was taken in; it names none, so it runs no more.
  private static let importer = "imported"

  /// Takes in what another ledger knows, all of it or, when this throws, nothing.
  ///
  /// What this ledger knows stays; an outcome is added where it has none and nobody is asked at the
  /// moment. So the order does not matter, and doing it again changes nothing.
  @discardableResult
  package func merge(_ entries: some Collection<LedgerEntry>) throws(LedgerError) -> LedgerMerge {
    let running = options.isRunning
    return try transaction { database in
      var merge = LedgerMerge()
      for entry in entries {
        if try insert(entry, into: database) {
          merge.added += 1
        } else if try settle(entry, in: database, unless: running) {
          merge.settled += 1
        } else {
          merge.known += 1
        }
      }
      return merge
    }
  }

  /// False if the content is there.
  private func insert(_ entry: LedgerEntry, into database: Database) throws -> Bool {
    let statement = try database.cachedStatement(
      sql: """
        INSERT INTO offer
          (memory, digest, rule, identifier, library, filename, claimant, claimedAt, offeredAt,
           settledAt, outcome)
        VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)
        ON CONFLICT (memory, digest) DO NOTHING
        """)
    try statement.execute(arguments: [
      entry.memory, entry.digest.description, entry.rule, entry.identifier, entry.library,
      entry.filename, Self.importer, entry.claimedAt, entry.offeredAt, entry.settledAt,
      entry.outcome?.rawValue,
    ])
    return database.changesCount == 1
  }

  /// False if there is no outcome to add.
  private func settle(
    _ entry: LedgerEntry, in database: Database, unless running: (ProcessIdentity) -> Bool
  ) throws -> Bool {
    guard let outcome = entry.outcome else { return false }
    let found = try database.cachedStatement(
      sql: "SELECT claimant FROM offer WHERE memory = ? AND digest = ? AND outcome IS NULL")
    let claimant = try String.fetchOne(
      found, arguments: [entry.memory, entry.digest.description])
    guard let claimant, !(ProcessIdentity(claimant).map(running) ?? false) else { return false }
    let statement = try database.cachedStatement(
      sql: """
        UPDATE offer SET outcome = ?, settledAt = ?, offeredAt = coalesce(offeredAt, ?)
        WHERE memory = ? AND digest = ? AND outcome IS NULL
        """)
    try statement.execute(arguments: [
      outcome.rawValue, entry.settledAt, entry.offeredAt, entry.memory, entry.digest.description,
    ])
    return true
  }
}

extension LedgerEntry {
  fileprivate var outcome: Outcome? {
    if case .settled(let outcome) = state { outcome } else { nil }
  }
}
