internal import Platform
internal import Synchronization

/// What a run notes of its deeds before and after each; safe from any thread.
///
/// The journal is begun by the first deed. Before that, what earlier runs left half done when they
/// were killed is put right.
package final class RunJournal: RunResource {
  private let folder: JournalFolder
  private let rule: String
  private let moment: Instant
  private let notices: RunNotices
  private let state = Lock(State())

  private struct State {
    var run: JournalRun?
    var isRecovered = false
    var count = 0
  }

  /// - Parameter moment: by the clock, whatever the run takes for now.
  package init(in folder: JournalFolder, rule: String, at moment: Instant, notices: RunNotices) {
    self.moment = moment
    self.folder = folder
    self.rule = rule
    self.notices = notices
  }

  /// Puts right what earlier runs left half done, once.
  package func recover() throws(FileProblem) {
    try state.withLock { (state) throws(FileProblem) in
      guard !state.isRecovered else { return }
      state.isRecovered = true
      try Recovery(folder).run { notices.tell($0) }
    }
  }

  /// Notes what is about to be done, and returns once that outlasts a power cut.
  func begin(_ parts: [Deed.Part], folders: [[UInt8]]) throws(FileProblem) -> Deed {
    try state.withLock { (state) throws(FileProblem) in
      let run: JournalRun
      if let begun = state.run {
        run = begun
      } else {
        run = try folder.begin(rule: rule, at: moment)
        state.run = run
      }
      state.count += 1
      let deed = Deed(number: state.count, parts: parts, folders: folders)
      try run.note(deed)
      return deed
    }
  }

  /// Notes that a deed is done.
  ///
  /// - Parameter modified: when each part's file is said to be last written to now.
  func end(_ deed: Deed, modified: [Int64]) throws(FileProblem) {
    try note(.done, deed, modified)
  }

  /// Notes that nothing is left of a deed that was begun.
  func revert(_ deed: Deed) throws(FileProblem) { try note(.reverted, deed, []) }

  /// Notes that nothing more will be done.
  package func close() {
    state.withLock { state in
      if let run = state.run { folder.end(run) }
      state.run = nil
    }
  }

  private func note(
    _ word: JournalFact.Word, _ deed: Deed, _ modified: [Int64]
  ) throws(FileProblem) {
    try state.withLock { (state) throws(FileProblem) in
      try state.run?.note(word, of: deed.number, modified: modified)
    }
  }
}

extension RunContext {
  /// Where the run notes what it moves, copies and links; nil where it has no place for that.
  package var journal: RunJournal? {
    get { resources[RunJournal.self] }
    set { resources[RunJournal.self] = newValue }
  }
}
