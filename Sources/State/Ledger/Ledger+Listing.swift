import GRDB

extension Ledger {
  /// The entries that are meant, the newest claim first, `limit` at most.
  ///
  /// A claim without an outcome is `claimed` or `offered` while the process that made it runs, and
  /// `unconfirmed` from then on; that is judged now, nothing is written.
  package func entries(
    _ selection: LedgerSelection = .everything, limit: Int = .max
  ) throws(LedgerError) -> [LedgerEntry] {
    var entries: [LedgerEntry] = []
    try read(selection, "DESC", limit: limit) { entries.append($0) }
    return entries
  }

  /// Hands on all entries, the oldest claim first, as they are at one moment.
  package func forEachEntry(_ body: (LedgerEntry) throws -> Void) throws(LedgerError) {
    try read(.everything, "ASC", limit: .max, body)
  }

  private func read(
    _ selection: LedgerSelection, _ order: String, limit: Int,
    _ body: (LedgerEntry) throws -> Void
  ) throws(LedgerError) {
    let condition = selection.condition
    try transaction(.deferred) { database in
      let rows = try Row.fetchCursor(
        database,
        sql: """
          SELECT digest, memory, rule, identifier, library, filename, claimant, outcome,
            claimedAt, offeredAt, settledAt
          FROM offer WHERE \(condition.sql) ORDER BY id \(order) LIMIT ?
          """, arguments: condition.arguments + [max(0, limit)])
      var running: [String: Bool] = [:]
      while let row = try rows.next() { try body(try entry(row, running: &running)) }
    }
  }

  /// Forgets the entries that are meant, in whatever state, and returns how many there were.
  ///
  /// Their content may be offered again, even while a process still shows it.
  @discardableResult
  package func forget(_ selection: LedgerSelection) throws(LedgerError) -> Int {
    let condition = selection.condition
    return try transaction { database in
      try database.execute(
        sql: "DELETE FROM offer WHERE \(condition.sql)", arguments: condition.arguments)
      return database.changesCount
    }
  }

  private func entry(_ row: Row, running: inout [String: Bool]) throws -> LedgerEntry {
    guard let digest = ContentDigest(row["digest"] as String) else {
      throw LedgerError.damaged(path: path, reason: "an entry has no digest")
    }
    let offeredAt = row["offeredAt"] as Int64?
    let state: OfferState
    if let name = row["outcome"] as String? {
      guard let outcome = Outcome(rawValue: name) else {
        throw LedgerError.damaged(path: path, reason: "an entry has no known outcome")
      }
      state = .settled(outcome)
    } else if isRunning(row["claimant"], &running) {
      state = offeredAt == nil ? .claimed : .offered
    } else {
      state = .unconfirmed
    }
    return LedgerEntry(
      digest: digest, memory: row["memory"], rule: row["rule"], identifier: row["identifier"],
      library: row["library"], filename: row["filename"], state: state,
      claimedAt: row["claimedAt"], offeredAt: offeredAt, settledAt: row["settledAt"])
  }

  /// Asks the system once a process, not once an entry.
  private func isRunning(_ claimant: String, _ known: inout [String: Bool]) -> Bool {
    if let answer = known[claimant] { return answer }
    let answer = ProcessIdentity(claimant).map(options.isRunning) ?? false
    known[claimant] = answer
    return answer
  }
}

extension LedgerSelection {
  fileprivate var condition: (sql: String, arguments: StatementArguments) {
    var terms = ["true"]
    var arguments: StatementArguments = []
    if let memory {
      terms.append("memory = ?")
      arguments += [memory]
    }
    if let identifier {
      terms.append("identifier = ?")
      arguments += [identifier]
    }
    if let ranges = digest?.ranges {
      let tests = ranges.map { _ in "(digest >= ? AND digest < ?)" }
      terms.append("(" + tests.joined(separator: " OR ") + ")")
      for range in ranges { arguments += [range.lowerBound, range.upperBound] }
    }
    return (terms.joined(separator: " AND "), arguments)
  }
}
