/// Reverts the files that runs moved, copied, linked and trashed, the last operation first.
///
/// ```swift
/// let undo = Undo(in: JournalFolder(path: path), waitingBy: locks)
/// for run in try undo.last(3) {
///   _ = try undo.run(run, isDryRun: false, until: Cancellation()) { print($0) }
/// }
/// ```
package struct Undo {
  private let folder: JournalFolder
  private let locks: LibraryLocks?

  /// Creates the undo of runs; `locks` are for libraries to which files go back, nil for none.
  package init(in folder: JournalFolder, waitingBy locks: LibraryLocks? = nil) {
    self.folder = folder
    self.locks = locks
  }

  /// The outcome for one file of an operation.
  package struct Report: Sendable {
    /// The operation on the file.
    package let part: FileOperation.Part
    /// The reason why the file stays; nil if it was reverted, or would be.
    package let refusal: String?
  }

  /// A run with its journal.
  package typealias Journal = (run: JournalRun, content: JournalContent)

  /// Returns the last run by hand that changed no file, if none that changed some began after it.
  package func idle(after last: Journal) -> JournalContent? {
    guard let idle = folder.lastIdle, idle.began > last.content.began else { return nil }
    return idle
  }

  /// Returns the newest run that did something to the files; nil if none did.
  package func newest(touching files: NamedFiles) throws(FileProblem) -> Journal? {
    for run in folder.runs.reversed() {
      guard let content = try folder.content(of: run),
        content.entries.contains(where: files.areTouched)
      else { continue }
      return (run, content)
    }
    return nil
  }

  /// Returns the last run by hand that did something to files, and if it was undone, the last one
  /// before it that can be undone; nil without such runs.
  package func lastByHand() throws(FileProblem) -> (last: Journal, before: Journal?)? {
    var last: Journal?
    for run in folder.runs.reversed() where run.watch == nil {
      guard let content = try folder.content(of: run), content.hasEffects else { continue }
      // One that goes on may have an open operation alone.
      if content.canBeUndone || last == nil && content.count(.open) > 0 {
        return last.map { ($0, (run, content)) } ?? ((run, content), nil)
      }
      last = last ?? (run, content)
    }
    return last.map { ($0, nil) }
  }

  /// Returns the last runs that did something to files, by hand or of a watch, the newest first;
  /// also those that were undone, so that no repetition goes further back.
  package func last(_ count: Int) throws(FileProblem) -> [JournalRun] {
    var found: [JournalRun] = []
    for run in folder.runs.reversed() where found.count < count {
      if try folder.content(of: run)?.hasEffects == true { found.append(run) }
    }
    return found
  }

  /// Returns the runs that began at a moment or later and did something to files, the newest first.
  package func runs(since moment: Instant) throws(FileProblem) -> [JournalRun] {
    var found: [JournalRun] = []
    for run in folder.runs.reversed() {
      guard let content = try folder.content(of: run), content.began >= moment else { continue }
      if content.hasEffects { found.append(run) }
    }
    return found
  }

  /// Reverts the operations of a run; returns false if there is no such run, or it goes on.
  ///
  /// - Parameters:
  ///   - files: the files that are taken back; nil for all of the run.
  ///   - isDryRun: true only to report the files.
  ///   - cancellation: ends the undo before the next operation that changes a file.
  ///   - report: called for each file, in the order of the reversal.
  /// - Throws: ``FileProblem`` if the journal can't be read or written; ``LibraryBusy`` if another
  ///   run moves a library's files.
  package func run(
    _ run: JournalRun, files: NamedFiles? = nil, isDryRun: Bool, until cancellation: Cancellation,
    report: (Report) -> Void
  ) throws -> Bool {
    guard !isDryRun else { return try preview(run, files, until: cancellation, report) }
    guard let file = try folder.reopen(run) else { return false }
    defer { folder.end(file) }
    let due = try file.content().due(files)
    let libraries = due.flatMap(\.operation.libraries).map { String(decoding: $0, as: UTF8.self) }
    guard let locks else {
      try revert(due, in: file, until: cancellation, report)
      return true
    }
    try locks.during(libraries) { try revert(due, in: file, until: cancellation, report) }
    return true
  }

  private func revert(
    _ entries: [JournalEntry], in file: JournalFile, until cancellation: Cancellation,
    _ report: (Report) -> Void
  ) throws(FileProblem) {
    for entry in entries {
      if cancellation.isCancelled { break }
      let reversal = Rollback(entry, until: cancellation)
      let checked: Rollback.Checked
      do throws(Rollback.Refusal) {
        checked = try reversal.check()
      } catch {
        if cancellation.isCancelled { break }
        Self.tell(entry.operation, error, report)
        continue
      }
      try file.note(.undoing, of: entry.operation.number, syncs: true)
      do throws(Rollback.Refusal) {
        try reversal.run(checked)
      } catch {
        Self.tell(entry.operation, error, report)
        continue
      }
      try file.note(.undone, of: entry.operation.number)
      for part in entry.operation.parts { report(Report(part: part, refusal: nil)) }
    }
  }

  private func preview(
    _ run: JournalRun, _ files: NamedFiles?, until cancellation: Cancellation,
    _ report: (Report) -> Void
  ) throws(FileProblem) -> Bool {
    guard let content = try folder.content(of: run) else { return false }
    for entry in content.due(files) {
      do throws(Rollback.Refusal) {
        _ = try Rollback(entry, until: cancellation).check()
        for part in entry.operation.parts { report(Report(part: part, refusal: nil)) }
      } catch {
        if cancellation.isCancelled { break }
        Self.tell(entry.operation, error, report)
      }
    }
    return true
  }

  /// Reports an operation that is not reverted at all; the file that prevents it has the reason.
  private static func tell(
    _ operation: FileOperation, _ refusal: Rollback.Refusal, _ report: (Report) -> Void
  ) {
    for part in operation.parts {
      report(
        Report(
          part: part,
          refusal: part.to == refusal.path
            ? refusal.reason : "belongs to a file that can't go back"))
    }
  }
}

extension FileOperation {
  /// The libraries that are locked while the operation is reverted: the one that it took files from.
  /// Journals of earlier versions don't name it, so that each folder around the files may be it.
  fileprivate var libraries: [[UInt8]] {
    let moved = parts.filter(\.kind.removesOriginal)
    guard !moved.isEmpty else { return [] }
    if let library { return [library] }
    return moved.flatMap { part in
      part.from.indices.dropFirst().filter { part.from[$0] == UInt8(ascii: "/") }
        .map { Array(part.from[..<$0]) }
    }
  }
}
