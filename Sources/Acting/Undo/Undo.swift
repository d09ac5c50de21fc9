/// Takes back what a run moved, copied and linked, the last deed first.
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

  /// What became of one part of a deed.
  package struct Report: Sendable {
    package let part: Deed.Part
    /// Why it stays; nil where it was taken back, or would be.
    package let refusal: String?
  }

  /// The number of the last run of which something can be taken back.
  package func lastNumber() throws(FileProblem) -> Int? {
    for number in folder.numbers.reversed() {
      if let content = try folder.content(of: number), content.count(.done, .undoing) > 0 {
        return number
      }
    }
    return nil
  }

  /// Takes back the deeds of a run.
  ///
  /// - Parameters:
  ///   - isDryRun: whether it is only looked at what would be done.
  ///   - isCancelled: asked between deeds.
  ///   - report: is called for each file, in the order in which they are taken back.
  /// - Returns: false where there is no such run, or it goes on.
  /// - Throws: ``FileProblem`` when the journal can't be read or written to.
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
      let reversal = DeedReversal(entry)
      do throws(DeedReversal.Refusal) {
        try reversal.check()
      } catch {
        Self.tell(entry.deed, error, report)
        continue
      }
      try run.note(.undoing, of: entry.deed.number, syncs: true)
      do throws(DeedReversal.Refusal) {
        try reversal.run()
      } catch {
        Self.tell(entry.deed, error, report)
        continue
      }
      try run.note(.undone, of: entry.deed.number)
      for part in entry.deed.parts { report(Report(part: part, refusal: nil)) }
    }
    return true
  }

  private func preview(
    _ number: Int, _ report: (Report) -> Void
  ) throws(FileProblem) -> Bool {
    guard let content = try folder.content(of: number) else { return false }
    for entry in content.entries.reversed()
    where entry.state == .done || entry.state == .undoing {
      do throws(DeedReversal.Refusal) {
        try DeedReversal(entry).check()
        for part in entry.deed.parts { report(Report(part: part, refusal: nil)) }
      } catch {
        Self.tell(entry.deed, error, report)
      }
    }
    return true
  }

  /// A deed stays as a whole; the file that is the reason says why.
  private static func tell(
    _ deed: Deed, _ refusal: DeedReversal.Refusal, _ report: (Report) -> Void
  ) {
    for part in deed.parts {
      report(
        Report(
          part: part,
          refusal: part.to == refusal.path
            ? refusal.reason : "belongs to a file that can't go back"))
    }
  }
}
