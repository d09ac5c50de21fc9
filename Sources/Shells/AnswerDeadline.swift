internal import Platform

/// Ends the program when an answer would come late: the user who types is not kept waiting.
package enum AnswerDeadline {
  /// Begins to count.
  package static func start(milliseconds: Int) {
    signal(SIGALRM) { _ in _exit(0) }
    set(milliseconds: max(1, milliseconds))
  }

  /// From now on the answer is written, however long that takes.
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
