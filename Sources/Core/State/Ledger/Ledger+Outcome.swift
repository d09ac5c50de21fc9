internal import Files

extension Ledger {
  /// Stores that a claim's content was shown to the user, at `now` in milliseconds since 1970; from
  /// then on the claim can't be released. Returns false, and changes nothing, if the claim was
  /// forgotten meanwhile or was shown or settled before.
  @discardableResult
  package func markOffered(_ claim: Claim, at now: Int64) throws(LedgerError) -> Bool {
    try markOffered(CollectionOfOne(claim), at: now) == 1
  }

  /// Marks several claims as offered, in one transaction, and returns how many were marked.
  @discardableResult
  package func markOffered(
    _ claims: some Collection<Claim>, at now: Int64
  ) throws(LedgerError) -> Int {
    try change(
      claims, "UPDATE offer SET offeredAt = ? WHERE offeredAt IS NULL AND outcome IS NULL"
    ) { _ in [.integer(now)] }
  }

  /// Stores an offer's outcome; the first outcome stays. A claim that was not marked as offered
  /// counts as offered at `now`, in milliseconds since 1970. Returns false, and changes nothing, if
  /// it was forgotten meanwhile or has an outcome.
  @discardableResult
  package func settle(
    _ claim: Claim, as outcome: Outcome, at now: Int64
  ) throws(LedgerError) -> Bool {
    try settle(CollectionOfOne(claim), as: outcome, at: now) == 1
  }

  /// Stores one outcome for several claims, in one transaction, and returns how many were settled.
  @discardableResult
  package func settle(
    _ claims: some Collection<Claim>, as outcome: Outcome, at now: Int64
  ) throws(LedgerError) -> Int {
    try settle(claims.map { Settlement($0, outcome) }, at: now)
  }

  /// Stores an outcome for each claim, in one transaction, and returns how many were settled.
  @discardableResult
  package func settle(
    _ settlements: some Collection<Settlement>, at now: Int64
  ) throws(LedgerError) -> Int {
    try change(
      settlements,
      """
      UPDATE offer SET outcome = ?, settledAt = ?, offeredAt = coalesce(offeredAt, ?)
      WHERE outcome IS NULL
      """, of: \.claim
    ) { [.text($0.outcome.rawValue), .integer(now), .integer(now)] }
  }

  /// Releases a claim of content that was surely never shown, so that it may be offered again.
  /// Returns false, and changes nothing, if it was marked as offered, settled or forgotten.
  @discardableResult
  package func release(_ claim: Claim) throws(LedgerError) -> Bool {
    try release(CollectionOfOne(claim)) == 1
  }

  /// Releases several claims, in one transaction, and returns how many were released.
  @discardableResult
  package func release(_ claims: some Collection<Claim>) throws(LedgerError) -> Int {
    try change(claims, "DELETE FROM offer WHERE offeredAt IS NULL AND outcome IS NULL")
  }

  /// Withdraws the claims of a question that the user cancelled without an answer, in one
  /// transaction, and returns how many. Settled and forgotten claims stay.
  @discardableResult
  package func withdraw(_ claims: some Collection<Claim>) throws(LedgerError) -> Int {
    try change(claims, "DELETE FROM offer WHERE outcome IS NULL")
  }

  private func change(
    _ claims: some Collection<Claim>, _ sql: String,
    _ values: (Claim) -> [SQLiteValue] = { _ in [] }
  ) throws(LedgerError) -> Int {
    try change(claims, sql, of: \.self, values)
  }

  private func change<Element>(
    _ elements: some Collection<Element>, _ sql: String, of claim: (Element) -> Claim,
    _ values: (Element) -> [SQLiteValue]
  ) throws(LedgerError) -> Int {
    guard !elements.isEmpty else { return 0 }
    return try transaction { database in
      let statement = try database.cached("\(sql) AND id = ?")
      var count = 0
      for element in elements {
        try statement.run(values(element) + [.integer(claim(element).row)])
        count += database.changeCount
      }
      return count
    }
  }
}
