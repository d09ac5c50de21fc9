/// Completes or reverts the operations of runs that were killed. One whose files are all at their
/// new paths is complete; if it was a move to another file system, the originals are removed now.
/// Any other is reverted. A file is removed only if its content exists twice.
package struct JournalRecovery {
  private let folder: JournalFolder

  package init(_ folder: JournalFolder) {
    self.folder = folder
  }

  /// Recovers the operations; `tell` receives each one that can't be, with the reason. Throws
  /// ``FileProblem`` if a journal can't be read or written.
  package func run(tell: (String) -> Void) throws(FileProblem) {
    for run in folder.openRuns {
      guard let file = try folder.reopen(run) else { continue }
      for entry in try file.content().entries {
        if entry.state == .open || entry.state == .undoing { try settle(entry, file, tell) }
      }
      folder.end(file)
    }
  }

  private func settle(
    _ entry: JournalEntry, _ run: JournalFile, _ tell: (String) -> Void
  ) throws(FileProblem) {
    let number = entry.operation.number
    if entry.state == .open, try complete(entry.operation) {
      return try run.note(.done, of: number, syncs: true)
    }
    do {
      try Rollback(entry).run()
      try run.note(entry.state == .undoing ? .undone : .reverted, of: number, syncs: true)
    } catch let refusal as Rollback.Refusal {
      tell(
        "a run was killed while it worked on \"\(String(decoding: refusal.path, as: UTF8.self))\", which stays as it is:"
          + " \(refusal.reason)")
      try run.note(.abandoned, of: number, syncs: true)
    } catch let problem as FileProblem {
      throw problem
    } catch {
      preconditionFailure("nothing else is thrown")
    }
  }

  /// Completes an operation; returns false if not all files are at their new paths.
  private func complete(_ operation: FileOperation) throws(FileProblem) -> Bool {
    var left: [SingleFileOperation] = []
    for part in operation.parts {
      guard let to = try? FileLocation(at: part.to) else { return false }
      guard part.kind != .symbolicLink else {
        if to.linkText == part.from { continue }
        return false
      }
      guard let made = try? to.open(), part.matches(made) else { return false }
      guard part.kind.removesOriginal, let from = try? FileLocation(at: part.from),
        from.status != nil
      else { continue }
      guard let original = try? from.open(), part.matches(original),
        part.kind == .moveOnto || Rollback.mayBeMoved(to: made, from: original)
      else { return false }
      left.append(SingleFileOperation(kind: .move, file: original, from: from, to: to))
    }
    for work in left { try work.removeSource(behind: try work.to.open()) }
    return true
  }
}
