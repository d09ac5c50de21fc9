internal import Platform
internal import Synchronization

/// The journal of a run, which records each operation before and after it; safe from any thread. It
/// begins with the first operation, after those of killed runs were recovered.
package final class RunJournal: RunResource {
  private let series: JournalSeries
  /// The time at which the run began; nil for that of its first operation.
  private let moment: Instant?
  private let state = Lock(State())

  private struct State {
    var file: JournalFile?
    var run: JournalRun?
    var count = 0
    var tally = ActTally()
    /// True if the run has a stage that may change files.
    var isExpected = false
  }

  /// Creates the journal of a run by hand; `moment` is the clock's time, whatever `--now` sets.
  package init(in folder: JournalFolder, rule: String, at moment: Instant, notices: RunNotices) {
    series = JournalSeries(folder, rule: rule, notices)
    self.moment = moment
  }

  private init(of series: JournalSeries) {
    self.series = series
    moment = nil
  }

  /// Returns the journal of an evaluation of a watch, which is a run of its own.
  package func forEvaluation() -> RunJournal { RunJournal(of: series) }

  package func endEvaluation() { close() }

  /// Recovers the interrupted operations of earlier runs, once.
  package func recover() throws(FileProblem) { try series.recover() }

  /// Prepares for a stage that may change files, after those of killed runs were recovered.
  func expect() throws(FileProblem) {
    try recover()
    state.withLock { $0.isExpected = true }
  }

  /// An operation that is about to begin: `library` is that of the files that are taken away; nil if
  /// they stay.
  typealias Intent = (parts: [FileOperation.Part], folders: [[UInt8]], library: [UInt8]?)

  /// Records operations that are about to begin; returns once they survive a power failure.
  func begin(_ intents: [Intent]) throws(FileProblem) -> [FileOperation] {
    try state.withLock { (state) throws(FileProblem) in
      let file: JournalFile
      if let begun = state.file {
        file = begun
      } else {
        file = try series.begin(at: moment)
        state.file = file
        state.run = file.run
      }
      let operations = intents.enumerated().map { place, intent in
        FileOperation(
          number: state.count + place + 1, parts: intent.parts, folders: intent.folders,
          library: intent.library)
      }
      state.count += operations.count
      try file.note(operations)
      return operations
    }
  }

  /// Records that an operation is complete.
  ///
  /// - Parameters:
  ///   - modified: the files' modification times at their new paths, in nanoseconds since 1970.
  ///   - backups: the number of parts, the last ones, that are second copies.
  func end(
    _ operation: FileOperation, modified: [Int64], backups: Int = 0
  ) throws(FileProblem) {
    try note(.done, operation, modified)
    state.withLock { $0.tally.add(operation, backups: backups) }
  }

  /// Counts files that were in place, and those whose equals the run put there, for the message at
  /// the run's end.
  func note(inPlace files: Int, same: Int) {
    state.withLock { state in
      state.tally.inPlace += files
      state.tally.same += same
    }
  }

  /// Counts assets that a stage left in libraries that keep account of their files, for that message.
  func note(kept counts: [String: Int]) {
    state.withLock { $0.tally.kept.merge(counts, uniquingKeysWith: max) }
  }

  /// Notes folders that the run emptied, for the message at its end.
  func note(emptied folders: [[UInt8]]) { state.withLock { $0.tally.emptied += folders } }

  /// True if the run was started by hand, and not by a watch.
  var isByHand: Bool { moment != nil }

  /// The folders that operations of this and of earlier runs made, as far as journals are kept.
  func madeFolders() -> Set<[UInt8]> {
    series.folder.runs.reduce(into: []) { made, run in
      guard let content = try? series.folder.content(of: run) else { return }
      for entry in content.entries where entry.canBeUndone {
        made.formUnion(entry.operation.folders)
      }
    }
  }

  /// Removes an empty folder, which an undo makes again; returns false if it is not empty, or that
  /// can't be recorded.
  func remove(_ folder: [UInt8]) -> Bool {
    do throws(FileProblem) {
      let point = try FileLocation(at: folder)
      try state.withLock { (state) throws(FileProblem) in
        try state.file?.note(removing: folder)
      }
      return point.name.withCString { unlinkat(point.folder.descriptor, $0, AT_REMOVEDIR) } == 0
    } catch {
      return false
    }
  }

  /// The files of the operations that were completed.
  package var tally: ActTally { state.withLock(\.tally) }

  /// The run, which has a number once its first operation has begun; nil before.
  package var run: JournalRun? { state.withLock(\.run) }

  /// Returns the problem of a run whose journal can't be kept.
  func problem(_ error: any Error) -> OutputProblem {
    let problem = error as? FileProblem
    let folder = Array(series.folder.path.utf8)
    let reason = problem.flatMap { FileSystem.shortage($0, in: folder) } ?? problem?.reason
    return .notWritable("can't keep the journal of moves: \(reason ?? "\(error)")")
  }

  /// Records that an operation was reverted after it had begun.
  func revert(_ operation: FileOperation) throws(FileProblem) { try note(.reverted, operation, []) }

  /// Records that an operation was given up: its finished files stay at their new paths, and no
  /// undo moves them.
  func abandon(_ operation: FileOperation) throws(FileProblem) {
    try note(.abandoned, operation, [])
  }

  /// Records that the run has ended, so that no further operation follows. A run by hand that could
  /// have changed files and changed none is noted for the next undo.
  package func close() {
    state.withLock { state in
      if let file = state.file { series.folder.end(file) }
      state.file = nil
      if let moment, state.isExpected, state.run == nil { series.noteIdle(at: moment) }
    }
  }

  private func note(
    _ word: JournalFact.Progress, _ operation: FileOperation, _ modified: [Int64]
  ) throws(FileProblem) {
    try state.withLock { (state) throws(FileProblem) in
      try state.file?.note(word, of: operation.number, modified: modified)
    }
  }
}

/// The data that the runs of one watch share; safe from any thread.
private final class JournalSeries: Sendable {
  let folder: JournalFolder
  private let rule: String
  private let notices: RunNotices
  private let state = Lock(State())

  private struct State {
    var isRecovered = false
    /// The number of the first run of the watch; nil before it.
    var first: Int?
  }

  init(_ folder: JournalFolder, rule: String, _ notices: RunNotices) {
    self.folder = folder
    self.rule = rule
    self.notices = notices
  }

  func recover() throws(FileProblem) {
    try state.withLock { (state) throws(FileProblem) in
      guard !state.isRecovered else { return }
      state.isRecovered = true
      try JournalRecovery(folder).run { notices.tell($0) }
    }
  }

  func noteIdle(at moment: Instant) { folder.noteIdle(rule: rule, at: moment) }

  /// Creates the journal of a run by hand since `moment`; nil for a watch's, which begins now.
  func begin(at moment: Instant?) throws(FileProblem) -> JournalFile {
    try state.withLock { (state) throws(FileProblem) in
      if let moment { return try folder.begin(rule: rule, at: moment) }
      let file = try folder.begin(rule: rule, at: .current, from: .watch(state.first))
      state.first = state.first ?? file.run.number
      return file
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
