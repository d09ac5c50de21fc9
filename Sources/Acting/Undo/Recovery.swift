/// Finds out what runs that were killed had done, and completes it or takes it back.
///
/// A deed whose files all came to where they were meant to be is complete; of a move to another file
/// system the originals go then. Any other is taken back. Nothing is removed but what is there
/// twice.
package struct Recovery {
  private let folder: JournalFolder

  package init(_ folder: JournalFolder) {
    self.folder = folder
  }

  /// - Parameter tell: is told of what can't be put right, and why.
  /// - Throws: ``FileProblem`` when a journal can't be read or written to.
  package func run(tell: (String) -> Void) throws(FileProblem) {
    for number in folder.openNumbers {
      guard let run = try folder.reopen(number) else { continue }
      for entry in try run.content().entries {
        if entry.state == .open || entry.state == .undoing { try settle(entry, run, tell) }
      }
      folder.end(run)
    }
  }

  private func settle(
    _ entry: JournalEntry, _ run: JournalRun, _ tell: (String) -> Void
  ) throws(FileProblem) {
    let number = entry.deed.number
    if entry.state == .open, try complete(entry.deed) {
      return try run.note(.done, of: number, syncs: true)
    }
    do {
      try DeedReversal(entry).run()
      try run.note(entry.state == .undoing ? .undone : .reverted, of: number, syncs: true)
    } catch let refusal as DeedReversal.Refusal {
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

  /// - Returns: false where not all files came to where they were meant to be.
  private func complete(_ deed: Deed) throws(FileProblem) -> Bool {
    var left: [FileWork] = []
    for part in deed.parts {
      guard let to = try? FilePoint(at: part.to) else { return false }
      guard part.kind != .symbolicLink else {
        if to.linkText == part.from { continue }
        return false
      }
      guard let made = try? to.open(), part.matches(made) else { return false }
      guard part.kind == .move, let from = try? FilePoint(at: part.from), from.status != nil
      else { continue }
      guard let original = try? from.open(), part.matches(original) else { return false }
      left.append(FileWork(kind: .move, file: original, from: from, to: to))
    }
    for work in left { try work.removeSource(behind: try work.to.open()) }
    return true
  }
}
