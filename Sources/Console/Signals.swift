internal import CSystem
internal import Platform

/// The signals that a run answers, taken by a thread of its own.
package enum Signals {
  /// A reader that goes away shows as an error of the write instead of killing the program.
  package static func ignoreBrokenPipes() {
    signal(SIGPIPE, SIG_IGN)
  }

  /// Answers signals from now on; threads that are started later leave them to this one.
  ///
  /// - Parameters:
  ///   - interrupt: called for the first SIGINT, SIGTERM or SIGHUP, with whether it is SIGINT, which
  ///     the user sends by Ctrl-C; the second ends the program.
  ///   - abandon: called before the program is ended at once.
  ///   - report: called for SIGUSR1.
  ///   - suspend: called before SIGTSTP stops the program.
  ///   - resume: called when it goes on.
  package static func handle(
    interrupt: @escaping @Sendable (_ byUser: Bool) -> Void,
    abandon: @escaping @Sendable () -> Void,
    report: @escaping @Sendable () -> Void, suspend: @escaping @Sendable () -> Void,
    resume: @escaping @Sendable () -> Void
  ) {
    var signals = sigset_t()
    sigemptyset(&signals)
    for number in [SIGINT, SIGTERM, SIGHUP, SIGUSR1, SIGTSTP] { sigaddset(&signals, number) }
    pthread_sigmask(SIG_BLOCK, &signals, nil)
    SignalWaiter(
      signals, interrupt: interrupt, abandon: abandon, report: report, suspend: suspend,
      resume: resume
    ).start()
  }
}
