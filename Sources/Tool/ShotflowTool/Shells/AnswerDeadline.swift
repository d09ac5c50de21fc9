internal import Platform

/// A timer that ends the program when a completion is late, so that the user doesn't wait.
package enum AnswerDeadline {
  /// Starts the timer.
  package static func start(milliseconds: Int) {
    signal(SIGALRM) { _ in _exit(0) }
    set(milliseconds: max(1, milliseconds))
  }

  /// Stops the timer; the answer is then written, however long that takes.
  package static func stop() {
    set(milliseconds: 0)
  }

  private static func set(milliseconds: Int) {
    var timer = itimerval()
    timer.it_value.tv_sec = .init(milliseconds / 1000)
    timer.it_value.tv_usec = .init(milliseconds % 1000 * 1000)
    #if canImport(Darwin)
      setitimer(ITIMER_REAL, &timer, nil)
    #else
      setitimer(__itimer_which_t(ITIMER_REAL.rawValue), &timer, nil)
    #endif
  }
}
