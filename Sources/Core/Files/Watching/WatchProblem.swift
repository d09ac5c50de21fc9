internal import Platform

/// The reason why a folder can't be watched, or only in part.
package enum WatchProblem: Error, Hashable, Sendable {
  /// The user's limit of queues is reached: `fs.inotify.max_user_instances`.
  case noQueue
  /// The user's limit of watches is reached: `fs.inotify.max_user_watches`.
  case noWatch
  /// The queue overflowed, see `fs.inotify.max_queued_events`; all folders were scanned again.
  case overflow
  /// A folder can't be read: its path from the library's root, and the reason.
  case unreadable(String, String)
  /// Another error of the system, by its number in errno.
  case refused(Int32)

  package init(refusedWith error: Int32) {
    switch error {
    case EMFILE: self = .noQueue
    case ENOSPC: self = .noWatch
    default: self = .refused(error)
    }
  }

  /// The problem and its remedy, as a message to the user.
  package var message: String {
    switch self {
    case .noQueue:
      "no more folders can be watched by this user; raise fs.inotify.max_user_instances with sysctl"
    case .noWatch:
      "some folders are only looked at from time to time, because this user may not watch more;"
        + " raise fs.inotify.max_user_watches with sysctl"
    case .overflow:
      "more happened at once than the system keeps, so all folders were looked at again; raise"
        + " fs.inotify.max_queued_events with sysctl if this comes often"
    case .unreadable(let path, let reason):
      "the folder \"\(path)\" can't be read (\(reason)); it is looked at again each second"
    case .refused(let error): String(cString: strerror(error))
    }
  }
}
