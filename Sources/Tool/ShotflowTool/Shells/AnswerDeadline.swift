internal import CSystem
internal import Platform

/// A timer that ends the program when a completion is late, so that the user doesn't wait.
package enum AnswerDeadline {
  /// Starts the timer, which ends the program with status 0 and no output after `milliseconds`.
  package static func start(milliseconds: Int) {
    signal(SIGALRM) { _ in _exit(0) }
    csystem_alarm(max(1, milliseconds))
  }

  /// Stops the timer, so that writing the answer is not interrupted.
  package static func stop() {
    csystem_alarm(0)
  }
}
