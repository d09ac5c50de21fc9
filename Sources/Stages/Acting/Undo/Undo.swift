/// Reverts the files that a run moved, copied, linked and trashed, the last operation first.
///
/// ```swift
/// let undo = Undo(in: JournalFolder(path: path))
/// if let number = try undo.lastNumber() {
///   _ = try undo.run(number, isDryRun: false, unless: { false }) { print($0) }
/// }
/// ```
package struct Undo {
  private let folder: JournalFolder

  package init(in folder: JournalFolder) {
    self.folder = folder
  }

  /// The outcome for one file of an operation.
  package struct Report: Sendable {
    /// The operation on the file.
    package let part: FileOperation.Part
    /// The reason why the file stays; nil if it was reverted, or would be.
    package let refusal: String?
  }

  /// Returns the number of the last run with an operation that can be reverted.
  package func lastNumber() throws(FileProblem) -> Int? {
    for number in folder.numbers.reversed() {
      if let content = try folder.content(of: number), content.count(.done, .undoing) > 0 {
        return number
      }
    }
    return nil
  }

  /// Reverts the operations of a run; returns false if there is no such run, or it goes on.
  ///
  /// - Parameters:
  ///   - isDryRun: true only to report the files.
  ///   - isCancelled: called between operations.
  ///   - report: called for each file, in the order of the reversal.
  /// - Throws: ``FileProblem`` if the journal can't be read or written.
  package func run(
    _ number: Int, isDryRun: Bool, unless isCancelled: () -> Bool,
    report: (Report) -> Void
  ) throws(FileProblem) -> Bool {
    guard !isDryRun else { return try preview(number, report) }
    guard let run = try folder.reopen(number) else { return false }
    defer { folder.end(run) }
    for entry in try run.content().entries.reversed() {
      if isCancelled() { break }
      guard entry.state == .done || entry.state == .undoing else { continue }
      let reversal = Rollback(entry)
      do throws(Rollback.Refusal) {
        try reversal.check()
      } catch {
        Self.tell(entry.operation, error, report)
        continue
      }
      try run.note(.undoing, of: entry.operation.number, syncs: true)
      do throws(Rollback.Refusal) {
        try reversal.run()
      } catch {
        Self.tell(entry.operation, error, report)
        continue
      }
      try run.note(.undone, of: entry.operation.number)
      for part in entry.operation.parts { report(Report(part: part, refusal: nil)) }
    }
    return true
  }

  private func preview(
    _ number: Int, _ report: (Report) -> Void
  ) throws(FileProblem) -> Bool {
    guard let content = try folder.content(of: number) else { return false }
    for entry in content.entries.reversed()
    where entry.state == .done || entry.state == .undoing {
      do throws(Rollback.Refusal) {
        try Rollback(entry).check()
        for part in entry.operation.parts { report(Report(part: part, refusal: nil)) }
      } catch {
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
