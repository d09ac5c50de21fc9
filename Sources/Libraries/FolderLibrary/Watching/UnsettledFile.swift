internal import Assets

/// A file that a process may still write to.
struct UnsettledFile {
  let status: FileStatus
  /// The moment, in nanoseconds since 1970, since which the file has this status.
  let since: Int64

  init(_ status: FileStatus, since: Int64) {
    self.status = status
    self.since = since
  }

  /// Returns true if an open file counts as complete: after 5 seconds without a write if it has all
  /// its parts, else after 60.
  func isIdle(at now: Int64, isWhole: () -> Bool) -> Bool {
    let idle = now - since
    return idle >= 60_000_000_000 || idle >= 5_000_000_000 && isWhole()
  }
}
