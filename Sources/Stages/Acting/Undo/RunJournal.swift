internal import Platform
internal import Synchronization

/// The journal of a run, which records each operation before and after it; safe from any thread. It
/// begins with the first operation, after those of killed runs were recovered.
package final class RunJournal: RunResource {
  private let folder: JournalFolder
  private let rule: String
  private let moment: Instant
  private let notices: RunNotices
  private let state = Lock(State())

  private struct State {
    var run: JournalFile?
    var isRecovered = false
    var count = 0
  }

  /// Creates the journal; `moment` is the time of the clock, even if `--now` sets another.
  package init(in folder: JournalFolder, rule: String, at moment: Instant, notices: RunNotices) {
    self.moment = moment
    self.folder = folder
    self.rule = rule
    self.notices = notices
  }

  /// Recovers the interrupted operations of earlier runs, once.
  package func recover() throws(FileProblem) {
    try state.withLock { (state) throws(FileProblem) in
      guard !state.isRecovered else { return }
      state.isRecovered = true
      try JournalRecovery(folder).run { notices.tell($0) }
    }
  }

  /// Records an operation that is about to begin; returns once that survives a power failure.
  func begin(_ parts: [FileOperation.Part], folders: [[UInt8]]) throws(FileProblem) -> FileOperation
  {
    try state.withLock { (state) throws(FileProblem) in
      let run: JournalFile
      if let begun = state.run {
        run = begun
      } else {
        run = try folder.begin(rule: rule, at: moment)
        state.run = run
      }
      state.count += 1
      let operation = FileOperation(number: state.count, parts: parts, folders: folders)
      try run.note(operation)
      return operation
    }
  }

  /// Records that an operation is complete; `modified` are the files' modification times at their
  /// new paths.
  func end(_ operation: FileOperation, modified: [Int64]) throws(FileProblem) {
    try note(.done, operation, modified)
  }

  /// Records that an operation was reverted after it had begun.
  func revert(_ operation: FileOperation) throws(FileProblem) { try note(.reverted, operation, []) }

  /// Records that the run has ended, so that no further operation follows.
  package func close() {
    state.withLock { state in
      if let run = state.run { folder.end(run) }
      state.run = nil
    }
  }

  private func note(
    _ word: JournalFact.Progress, _ operation: FileOperation, _ modified: [Int64]
  ) throws(FileProblem) {
    try state.withLock { (state) throws(FileProblem) in
      try state.run?.note(word, of: operation.number, modified: modified)
    }
  }
}

extension RunContext {
  /// The journal of files that the run moves, copies and links; nil if no folder is known for it.
  package var journal: RunJournal? {
    get { resources[RunJournal.self] }
    set { resources[RunJournal.self] = newValue }
  }
}
