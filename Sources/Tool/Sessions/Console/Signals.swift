internal import CSystem
internal import Platform

/// The signals that a run handles, on a thread of their own.
package enum Signals {
  /// Answers signals from now on; threads that are started later leave them to this one.
  ///
  /// A signal that the program inherited as ignored stays so: `nohup` ignores SIGHUP, and a shell
  /// without job control ignores SIGINT and SIGQUIT in what it starts with `&`.
  ///
  /// - Parameters:
  ///   - interrupt: called for the first SIGINT, SIGTERM, SIGHUP, SIGALRM or SIGXCPU, with whether it
  ///     is SIGINT, which the user sends by Ctrl-C; the second ends the program. SIGQUIT ends it at
  ///     once.
  ///   - abandon: called before the program is ended at once.
  ///   - report: called for SIGUSR1.
  ///   - suspend: called before SIGTSTP stops the program.
  ///   - resume: called when the program continues.
  package static func handle(
    interrupt: @escaping @Sendable (_ byUser: Bool) -> Void,
    abandon: @escaping @Sendable () -> Void,
    report: @escaping @Sendable () -> Void, suspend: @escaping @Sendable () -> Void,
    resume: @escaping @Sendable () -> Void
  ) {
    var signals = sigset_t()
    sigemptyset(&signals)
    let answered = [
      SIGINT, SIGTERM, SIGHUP, SIGALRM, SIGXCPU, SIGQUIT, SIGUSR1, SIGTSTP,
    ]
    for number in answered where !csystem_is_ignored(number) { sigaddset(&signals, number) }
    pthread_sigmask(SIG_BLOCK, &signals, nil)
    SignalWaiter(
      signals, interrupt: interrupt, abandon: abandon, report: report, suspend: suspend,
      resume: resume
    ).start()
  }
}
