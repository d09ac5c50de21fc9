internal import Files

/// The outbox, which stores messages before they are sent until they were received. The next run of
/// the rule sends those that a killed process left, with the same keys.
extension Ledger {
  /// Stores deliveries in one transaction that is synced at the end; returns each one's state.
  /// `now` is in milliseconds since 1970.
  package func post(
    _ deliveries: [Delivery], at now: Int64
  ) throws(LedgerError) -> [DeliveryState] {
    try transaction { database in
      let insert = try database.cached(
        """
        INSERT INTO delivery (key, rule, target, subject, body, claimant, postedAt)
        VALUES (?, ?, ?, ?, ?, ?, ?) ON CONFLICT (key) DO NOTHING RETURNING id
        """)
      let find = try database.cached(
        "SELECT claimant, deliveredAt FROM delivery WHERE key = ?")
      let claim = try database.cached(
        "UPDATE delivery SET claimant = ?, body = ?, isRefused = 0 WHERE key = ?")
      return try deliveries.map { delivery in
        let row = try insert.firstInteger([
          .text(delivery.key), .text(delivery.rule), .text(delivery.target),
          .text(delivery.subject), .text(delivery.body), .text(claimant), .integer(now),
        ])
        if row != nil { return .claimed }
        find.restart([.text(delivery.key)])
        _ = try find.step()
        let (owner, delivered) = (find.text(0), find.integer(1))
        find.restart()
        if delivered != nil { return .delivered }
        if let owner, isAtWork(owner) { return .elsewhere }
        try claim.run([.text(claimant), .text(delivery.body), .text(delivery.key)])
        return .claimed
      }
    }
  }

  /// Claims up to `limit` deliveries that no running process is sending, oldest first.
  package func takeOver(
    rule: String, target: String, limit: Int
  ) throws(LedgerError) -> [Delivery] {
    try transaction { database in
      let rows = try database.prepare(
        SQLText(
          """
          SELECT key, subject, body, claimant FROM delivery
          WHERE deliveredAt IS NULL AND isRefused = 0 AND rule = ? AND target = ? ORDER BY id
          """, [.text(rule), .text(target)]))
      var taken: [Delivery] = []
      while taken.count < limit, try rows.step() {
        guard let key = rows.text(0), let subject = rows.text(1), let body = rows.text(2) else {
          throw LedgerError.damaged(path: path, reason: "a delivery lacks a value")
        }
        if let owner = rows.text(3), isAtWork(owner) { continue }
        taken.append(
          Delivery(key: key, rule: rule, target: target, subject: subject, body: body))
      }
      rows.restart()
      let claim = try database.cached("UPDATE delivery SET claimant = ? WHERE key = ?")
      for delivery in taken { try claim.run([.text(claimant), .text(delivery.key)]) }
      return taken
    }
  }

  /// Stores the outcomes of attempts, made at `now` in milliseconds since 1970; a delivered message
  /// keeps its key and loses its body.
  package func settle(
    _ outcomes: [(key: String, outcome: DeliveryOutcome)], at now: Int64
  ) throws(LedgerError) {
    try transaction { database in
      let deliver = try database.cached(
        """
        UPDATE delivery SET deliveredAt = ?, body = '', claimant = NULL, problem = NULL,
        isRefused = 0 WHERE key = ?
        """)
      let leave = try database.cached(
        "UPDATE delivery SET claimant = NULL, problem = ?, isRefused = ? WHERE key = ?")
      for (key, outcome) in outcomes {
        switch outcome {
        case .delivered: try deliver.run([.integer(now), .text(key)])
        case .waiting(let problem): try leave.run([.text(problem), .integer(0), .text(key)])
        case .refused(let problem): try leave.run([.text(problem), .integer(1), .text(key)])
        }
      }
    }
  }

  /// Returns the number of deliveries of a rule to a receiver that are still to be sent.
  package func waitingCount(rule: String, target: String) throws(LedgerError) -> Int {
    try transaction(.deferred) { database in
      let count = try database.cached(
        """
        SELECT count(*) FROM delivery
        WHERE deliveredAt IS NULL AND isRefused = 0 AND rule = ? AND target = ?
        """)
      return Int(clamping: try count.firstInteger([.text(rule), .text(target)]) ?? 0)
    }
  }

  /// Returns a text with the number of all deliveries that are still to be sent, as the end of a
  /// sentence; empty if there are none.
  package func outboxNote() throws(LedgerError) -> String {
    let count = try transaction(.deferred) { database in
      try database.integer(
        "SELECT count(*) FROM delivery WHERE deliveredAt IS NULL AND isRefused = 0") ?? 0
    }
    return count == 0
      ? "" : count == 1 ? ", 1 record waits to be sent" : ", \(count) records wait to be sent"
  }

  private func isAtWork(_ claimant: String) -> Bool {
    ProcessIdentity(claimant).map(options.isRunning) ?? false
  }
}
