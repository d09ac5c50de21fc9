/// The turns of runs that work one at a time, except while they wait for the user's answer. So several
/// offers can be shown while claims, stages and records stay in the order of one thread. Safe from any
/// thread.
package final class OfferTurns: Sendable {
  fileprivate let holder = Monitor<ObjectIdentifier?>(nil)

  package init() {}

  /// Calls `body` with a turn, once no other run has one.
  package func take<Value>(_ body: (OfferTurn) throws -> Value) rethrows -> Value {
    let turn = OfferTurn(of: self)
    turn.begin()
    defer { turn.end() }
    return try body(turn)
  }
}

/// The turn of one run among others that offer at the same time.
package final class OfferTurn: RunResource {
  private let turns: OfferTurns
  /// The number of questions of the run that wait for an answer: each part of a run behind a program
  /// may ask one.
  private let questions = Monitor(0)

  fileprivate init(of turns: OfferTurns) {
    self.turns = turns
  }

  /// Lets other runs work while `question` waits for the user's answer.
  package func whileAsking<Value>(_ question: () throws -> Value) rethrows -> Value {
    questions.update { count in
      count += 1
      if count == 1 { end() }
    }
    defer {
      questions.update { count in
        count -= 1
        if count == 0 { begin() }
      }
    }
    return try question()
  }

  fileprivate func begin() {
    let own = ObjectIdentifier(self)
    turns.holder.wait { holder -> Void? in
      guard holder == nil else { return nil }
      holder = own
      return ()
    }
  }

  fileprivate func end() {
    turns.holder.update { holder in
      if holder == ObjectIdentifier(self) { holder = nil }
    }
  }
}
