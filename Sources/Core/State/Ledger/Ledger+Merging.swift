internal import Files

extension Ledger {
  /// The claimant of imported offers; no process identity, so it never counts as running.
  private static let importer = "imported"

  /// Adds the entries of another ledger, all of them or, when this throws, none. Entries of this
  /// ledger stay; those without an outcome get that of the other ledger, unless a running process
  /// has claimed them. The order of merges does not matter, and repeating one changes nothing.
  @discardableResult
  package func merge(_ entries: some Collection<LedgerEntry>) throws(LedgerError)
    -> LedgerMergeResult
  {
    let running = options.isRunning
    return try transaction { database in
      var merge = LedgerMergeResult()
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

  /// Inserts an entry; returns false if the ledger has one for the same memory and content.
  private func insert(_ entry: LedgerEntry, into database: SQLiteConnection) throws -> Bool {
    let statement = try database.cached(
      """
      INSERT INTO offer
        (memory, digest, rule, identifier, library, filename, claimant, claimedAt, offeredAt,
         settledAt, outcome)
      VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)
      ON CONFLICT (memory, digest) DO NOTHING
      """)
    try statement.run([
      .text(entry.memory), .text(entry.digest.description), .text(entry.rule),
      .text(entry.identifier), .text(entry.library), .text(entry.filename), .text(Self.importer),
      .integer(entry.claimedAt), SQLiteValue(entry.offeredAt), SQLiteValue(entry.settledAt),
      SQLiteValue(entry.outcome?.rawValue),
    ])
    return database.changeCount == 1
  }

  /// Adds the entry's outcome to the claim in the ledger; returns false if the entry has no
  /// outcome, or the claim already has one or is held by a running process.
  private func settle(
    _ entry: LedgerEntry, in database: SQLiteConnection, unless running: (ProcessIdentity) -> Bool
  ) throws -> Bool {
    guard let outcome = entry.outcome else { return false }
    let content: [SQLiteValue] = [.text(entry.memory), .text(entry.digest.description)]
    let found = try database.cached(
      "SELECT claimant FROM offer WHERE memory = ? AND digest = ? AND outcome IS NULL")
    found.restart(content)
    guard try found.step(), let claimant = found.text(0),
      !(ProcessIdentity(claimant).map(running) ?? false)
    else { return false }
    let statement = try database.cached(
      """
      UPDATE offer SET outcome = ?, settledAt = ?, offeredAt = coalesce(offeredAt, ?)
      WHERE memory = ? AND digest = ? AND outcome IS NULL
      """)
    try statement.run(
      [.text(outcome.rawValue), SQLiteValue(entry.settledAt), SQLiteValue(entry.offeredAt)]
        + content)
    return true
  }
}

extension LedgerEntry {
  fileprivate var outcome: Outcome? {
    if case .settled(let outcome) = state { outcome } else { nil }
  }
}

/// The numbers of entries that a merge added, completed with an outcome, and left unchanged.
package struct LedgerMergeResult: Hashable, Sendable {
  /// The number of entries that were new to the ledger.
  package var added = 0
  /// The number of entries that the ledger had without an outcome, and that got one.
  package var settled = 0
  /// The number of entries that the ledger had already.
  package var known = 0
}
