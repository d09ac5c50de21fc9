internal import Files

extension Ledger {
  /// Returns the selected entries, the newest claim first, `limit` at most. A claim without an
  /// outcome is `claimed` or `offered` while its process runs, then `unconfirmed`; this writes
  /// nothing.
  package func entries(
    _ selection: LedgerSelection = .everything, limit: Int = .max
  ) throws(LedgerError) -> [LedgerEntry] {
    var entries: [LedgerEntry] = []
    try read(selection, "DESC", limit: limit) { entries.append($0) }
    return entries
  }

  /// Calls `body` with all entries, the oldest claim first, in one transaction.
  package func forEachEntry(_ body: (LedgerEntry) throws -> Void) throws(LedgerError) {
    try read(.everything, "ASC", limit: .max, body)
  }

  private func read(
    _ selection: LedgerSelection, _ order: String, limit: Int,
    _ body: (LedgerEntry) throws -> Void
  ) throws(LedgerError) {
    let condition = selection.condition
    try transaction(.deferred) { database in
      let rows = try database.prepare(
        "SELECT \(Self.columns) FROM offer WHERE " + condition
          + SQLText(" ORDER BY id \(order) LIMIT ?", [.integer(Int64(max(0, limit)))]))
      var running: [String: Bool] = [:]
      while try rows.step() { try body(try entry(rows, running: &running)) }
    }
  }

  private static let columns =
    "digest, memory, rule, identifier, library, filename, claimant, outcome, claimedAt, offeredAt, "
    + "settledAt"

  /// Forgets the selected entries, in any state, and returns how many there were. Their content may
  /// be offered again, even while a process still shows it.
  @discardableResult
  package func forget(_ selection: LedgerSelection) throws(LedgerError) -> Int {
    let condition = selection.condition
    return try transaction { database in
      try database.prepare("DELETE FROM offer WHERE " + condition).run()
      let count = database.changeCount
      guard selection == .everything else { return count }
      try database.prepare("DELETE FROM delivery").run()
      return count + database.changeCount
    }
  }

  /// Forgets contents that a rule claimed, each in the first of its memories that has it, in one
  /// transaction, and returns how many there were.
  @discardableResult
  package func forget(
    _ contents: [(digest: ContentDigest, memories: [String])], claimedBy rule: String
  ) throws(LedgerError) -> Int {
    try transaction { database in
      let statement = try database.cached(
        "DELETE FROM offer WHERE memory = ? AND digest = ? AND rule = ?")
      var count = 0
      for content in contents {
        for memory in content.memories {
          try statement.run([.text(memory), .text(content.digest.description), .text(rule)])
          count += database.changeCount
          if database.changeCount > 0 { break }
        }
      }
      return count
    }
  }

  private func entry(
    _ row: SQLiteStatement, running: inout [String: Bool]
  ) throws -> LedgerEntry {
    guard let digest = row.text(0).flatMap(ContentDigest.init) else {
      throw LedgerError.damaged(path: path, reason: "an entry has no digest")
    }
    guard let memory = row.text(1), let rule = row.text(2), let identifier = row.text(3),
      let library = row.text(4), let filename = row.text(5), let claimant = row.text(6),
      let claimedAt = row.integer(8)
    else {
      throw LedgerError.damaged(path: path, reason: "an entry lacks a value")
    }
    let offeredAt = row.integer(9)
    let state: OfferState
    if let name = row.text(7) {
      guard let outcome = Outcome(rawValue: name) else {
        throw LedgerError.damaged(path: path, reason: "an entry has no known outcome")
      }
      state = .settled(outcome)
    } else if isRunning(claimant, &running) {
      state = offeredAt == nil ? .claimed : .offered
    } else {
      state = .unconfirmed
    }
    return LedgerEntry(
      digest: digest, memory: memory, rule: rule, identifier: identifier, library: library,
      filename: filename, state: state, claimedAt: claimedAt, offeredAt: offeredAt,
      settledAt: row.integer(10))
  }

  /// Returns true if a claimant still runs; asks the system once for each process.
  func isRunning(_ claimant: String, _ known: inout [String: Bool]) -> Bool {
    if let answer = known[claimant] { return answer }
    let answer = ProcessIdentity(claimant).map(options.isRunning) ?? false
    known[claimant] = answer
    return answer
  }
}

extension LedgerSelection {
  fileprivate var condition: SQLText {
    var terms: [SQLText] = []
    if let memory { terms.append(SQLText("memory = ?", [.text(memory)])) }
    if let identifier { terms.append(SQLText("identifier = ?", [.text(identifier)])) }
    if let ranges = digest?.ranges {
      let tests = ranges.map {
        SQLText("(digest >= ? AND digest < ?)", [.text($0.lowerBound), .text($0.upperBound)])
      }
      terms.append(SQLText(joining: tests, with: "OR", empty: "false"))
    }
    return SQLText(joining: terms, with: "AND", empty: "true")
  }
}
