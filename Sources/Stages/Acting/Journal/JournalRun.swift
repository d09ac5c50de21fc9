/// A run that has a journal: its number and, if a watch started it, the watch. The name of the
/// journal's file has both.
package struct JournalRun: Hashable, Sendable {
  /// The number that identifies the run to the user.
  package let number: Int
  /// The number of the first run of the same watch; nil for a run that was started by hand.
  package let watch: Int?

  init(_ number: Int, of watch: Int? = nil) {
    self.number = number
    self.watch = watch
  }

  /// The number under which the run is counted: all runs of one watch have the same.
  var group: Int { watch ?? number }
}

/// The name of a journal's file: `12.open` while its run goes on or was killed, `12.done` after it
/// ended, `13-12.done` for a run of the watch whose first one was 12.
struct JournalName: Hashable {
  static let open = ".open"
  static let done = ".done"

  let run: JournalRun
  let isDone: Bool

  var text: String {
    "\(run.number)" + (run.watch.map { "-\($0)" } ?? "") + (isDone ? Self.done : Self.open)
  }

  init(_ run: JournalRun, isDone: Bool) {
    self.run = run
    self.isDone = isDone
  }

  /// Parses the format of ``text``; nil for the name of any other file.
  init?(_ text: String) {
    isDone = text.hasSuffix(Self.done)
    guard isDone || text.hasSuffix(Self.open) else { return nil }
    let numbers = text.dropLast(Self.done.count).split(
      separator: "-", maxSplits: 1, omittingEmptySubsequences: false
    ).map { Int($0) }
    guard let number = numbers[0], number > 0 else { return nil }
    if numbers.count == 1 {
      run = JournalRun(number)
    } else {
      guard let watch = numbers[1], watch > 0 else { return nil }
      run = JournalRun(number, of: watch)
    }
  }
}
