internal import SQLite

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

  /// False if there is no outcome to add.
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

/// What became of entries that a ledger took in.
package struct LedgerMerge: Hashable, Sendable {
  /// How many it did not know.
  package var added = 0
  /// How many it knew without an outcome, and got one.
  package var settled = 0
  /// How many it knew already.
  package var known = 0
}
