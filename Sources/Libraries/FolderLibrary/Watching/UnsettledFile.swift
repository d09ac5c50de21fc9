internal import Assets

/// A file that a process may still write to.
struct UnsettledFile {
  let status: FileStatus
  /// The moment since which the file has this status. No process writes while the computer sleeps,
  /// and its clock may be set meanwhile.
  let since: SuspendingClock.Instant

  /// Returns true if an open file counts as complete: 5 seconds after a write if whole, else 60.
  func isIdle(at now: SuspendingClock.Instant, isWhole: () -> Bool) -> Bool {
    let idle = now - since
    return idle >= .seconds(60) || idle >= .seconds(5) && isWhole()
  }
}
