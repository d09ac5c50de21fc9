internal import CSystem
internal import Platform

/// The open files of this process: checks those that it started with, and counts the free ones.
package enum FileDescriptors {
  /// The number of free descriptors that a run needs for libraries, ledger, catalogue and pictures.
  package static let needed = 32

  /// Opens standard input, output and error where they are closed, and prepares the signals; the
  /// first call of the program. Returns false when one can't be opened.
  package static func start() -> Bool { csystem_start() }

  /// Returns the reason why the descriptor that the user names can't be written to, for a sentence
  /// that begins with its name; nil if it can. A descriptor that the program opened itself is
  /// refused.
  package static func problem(with descriptor: Int32) -> String? {
    guard csystem_is_inherited(descriptor) else { return "is not open" }
    let isForReading = fcntl(descriptor, F_GETFL) & O_ACCMODE == O_RDONLY
    return isForReading ? "is open for reading only" : nil
  }

  /// Returns the numbers of files that can still be opened (at most ``needed``) and of all allowed.
  private static func count() -> (free: Int, limit: Int) {
    // poll(2) marks closed numbers as invalid, and checks many in one call.
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

  /// The message that too few files can be opened, with the remedy; nil if there are enough.
  package static var shortage: String? {
    let (free, limit) = count()
    guard free < needed else { return nil }
    return "too few file descriptors: \(free) free, \(needed) needed; raise the limit with "
      + "\"ulimit -n \(max(2 * needed, limit + needed))\""
  }
}
