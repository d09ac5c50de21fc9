internal import Platform

/// Why a folder can't be watched, or not all of it.
package enum WatchProblem: Error, Hashable, Sendable {
  /// The user has no queue left: `fs.inotify.max_user_instances`.
  case noQueue
  /// The user has no watch left: `fs.inotify.max_user_watches`.
  case noWatch
  /// More happened than the queue holds, `fs.inotify.max_queued_events`; everything was looked at
  /// again.
  case overflow
  /// What the system says.
  case refused(Int32)

  init(refusedWith error: Int32) {
    switch error {
    case EMFILE: self = .noQueue
    case ENOSPC: self = .noWatch
    default: self = .refused(error)
    }
  }

  /// What happened, and what can be done about it.
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
    case .refused(let error): String(cString: strerror(error))
    }
  }
}
