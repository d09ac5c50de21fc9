internal import Platform

/// The open files that the system allows the program.
package enum FileDescriptors {
  /// Enough for a run: libraries, ledger, catalogue, and what a few threads read.
  package static let needed = 32

  /// How many more files can be opened, counted up to what is ``needed``, and how many there may be.
  private static func count() -> (free: Int, limit: Int) {
    // Closed numbers are what poll(2) can't watch, and it looks at many at once.
    let limit = Int(sysconf(Int32(_SC_OPEN_MAX)))
    var free = 0
    var next = 0
    while free < needed, next < limit {
      var watched = (next..<min(next + 2 * needed, limit)).map { number in
        pollfd(fd: Int32(number), events: 0, revents: 0)
      }
      guard poll(&watched, nfds_t(watched.count), 0) >= 0 else { return (needed, limit) }
      free += watched.count { $0.revents & Int16(POLLNVAL) != 0 }
      next += watched.count
    }
    return (free, limit)
  }

  /// What is wrong and what to do; nil when there are enough.
  package static var shortage: String? {
    let (free, limit) = count()
    guard free < needed else { return nil }
    return "too few file descriptors: \(free) free, \(needed) needed; raise the limit with "
      + "\"ulimit -n \(max(2 * needed, limit + needed))\""
  }
}
