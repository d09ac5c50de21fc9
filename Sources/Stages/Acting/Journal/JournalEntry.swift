/// An operation on an asset's files as the journal has it, with its state.
package struct JournalEntry: Sendable {
  /// The progress of an operation.
  package enum State: Sendable, Hashable {
    /// The operation has begun; the process may have been killed since.
    case open
    case done, reverted, abandoned
    /// The undo has begun and is not complete.
    case undoing
    case undone
  }

  /// The operation on the asset's files.
  package let operation: FileOperation
  /// The operation's progress.
  package internal(set) var state = State.open
  /// The files' modification times after the operation, in nanoseconds since 1970; empty if the
  /// process was killed.
  var modified: [Int64] = []

  /// True if an undo reverts the operation.
  package var canBeUndone: Bool { state == .done || state == .undoing }

  /// True if the operation was done, even if it was undone afterwards, or is about to be.
  package var hasEffect: Bool { state != .reverted && state != .abandoned }
}

/// The operations of one run, as its journal has them.
package struct JournalContent: Sendable {
  /// The name of the rule.
  package private(set) var rule = ""
  /// The time at which the run began.
  package private(set) var began = Instant(milliseconds: 0)
  /// The operations, in the order in which they were begun.
  package private(set) var entries: [JournalEntry] = []

  /// The maximum size of a journal in bytes: 1 GiB, for more than a million operations.
  private static let mostBytes: Int64 = 1 << 30

  /// Reads the journal of a run; throws ``FileProblem`` for an unreadable file, or one of more than
  /// 1 GiB.
  init(of run: JournalRun, in file: OpenFile) throws(FileProblem) {
    guard file.status.size <= Self.mostBytes else {
      throw FileProblem(
        "the journal of run \(run.number) is larger than 1 GiB, more than a run writes;"
          + " move it away, and its run can't be undone")
    }
    self.init(try file.bytes(from: 0, count: Int(file.status.size)))
  }

  init(_ bytes: [UInt8]) {
    var places: [Int: Int] = [:]
    for fact in JournalFormat.facts(in: bytes) {
      switch fact {
      case .began(let rule, let moment): (self.rule, began) = (rule, moment)
      case .intent(let operation):
        places[operation.number] = entries.count
        entries.append(JournalEntry(operation: operation))
      case .word(let word, let number, let modified):
        guard let place = places[number] else { continue }
        entries[place].note(word, modified)
      }
    }
  }

  /// True if an operation can be undone.
  package var canBeUndone: Bool { entries.contains(where: \.canBeUndone) }

  /// True if an operation was done, even if it was undone afterwards, or is about to be.
  var hasEffects: Bool { entries.contains(where: \.hasEffect) }

  /// Returns the operations that an undo of the files reverts, the last one first; nil for all files.
  package func due(_ files: NamedFiles?) -> [JournalEntry] {
    entries.reversed().filter { $0.canBeUndone && files?.contain($0) ?? true }
  }

  /// Returns the number of files of operations in some states.
  package func count(_ states: JournalEntry.State...) -> Int {
    entries.reduce(0) { $0 + (states.contains($1.state) ? $1.operation.parts.count : 0) }
  }
}

extension JournalEntry {
  fileprivate mutating func note(_ word: JournalFact.Progress, _ modified: [Int64]) {
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
