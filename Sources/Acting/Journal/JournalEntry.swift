/// A deed as a journal knows it: what was meant, and what became of it.
package struct JournalEntry: Sendable {
  package enum State: Sendable, Hashable {
    /// A kill, or the system, came in between.
    case open
    case done, reverted, abandoned
    /// Undoing it was begun and did not end.
    case undoing
    case undone
  }

  package let deed: Deed
  package internal(set) var state = State.open
  /// When each part's file was last written to, as it was when the deed was done; empty when a kill
  /// came in between.
  var modified: [Int64] = []
}

/// All that the journal of one run says.
package struct JournalContent: Sendable {
  /// The name of the rule.
  package private(set) var rule = ""
  package private(set) var began = Instant(milliseconds: 0)
  /// In the order in which they were begun.
  package private(set) var entries: [JournalEntry] = []

  init(_ bytes: [UInt8]) {
    var places: [Int: Int] = [:]
    for fact in JournalText.facts(in: bytes) {
      switch fact {
      case .began(let rule, let moment): (self.rule, began) = (rule, moment)
      case .intent(let deed):
        places[deed.number] = entries.count
        entries.append(JournalEntry(deed: deed))
      case .word(let word, let number, let modified):
        guard let place = places[number] else { continue }
        entries[place].note(word, modified)
      }
    }
  }

  package func count(_ states: JournalEntry.State...) -> Int {
    entries.count { states.contains($0.state) }
  }
}

extension JournalEntry {
  fileprivate mutating func note(_ word: JournalFact.Word, _ modified: [Int64]) {
    state =
      switch word {
      case .done: .done
      case .reverted: .reverted
      case .abandoned: .abandoned
      case .undoing: .undoing
      case .undone: .undone
      }
    if !modified.isEmpty { self.modified = modified }
  }
}
