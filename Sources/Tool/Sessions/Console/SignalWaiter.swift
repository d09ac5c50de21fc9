package import Platform

/// A thread that waits for signals and calls their handlers.
package final class SignalWaiter: Sendable {
  private let signals: sigset_t
  private let interrupt: @Sendable (_ byUser: Bool) -> Void
  private let abandon: @Sendable () -> Void
  private let report: @Sendable () -> Void
  private let suspend: @Sendable () -> Void
  private let resume: @Sendable () -> Void

  package init(
    _ signals: sigset_t, interrupt: @escaping @Sendable (_ byUser: Bool) -> Void,
    abandon: @escaping @Sendable () -> Void, report: @escaping @Sendable () -> Void,
    suspend: @escaping @Sendable () -> Void, resume: @escaping @Sendable () -> Void
  ) {
    self.signals = signals
    self.interrupt = interrupt
    self.abandon = abandon
    self.report = report
    self.suspend = suspend
    self.resume = resume
  }

  /// Starts the thread, which ends with the program.
  ///
  /// Without a thread, signals stay blocked until the run is over, which is better than not
  /// running.
  package func start() {
    let box = Unmanaged.passRetained(self).toOpaque()
    #if canImport(Darwin)
      var thread: pthread_t?
    #else
      var thread = pthread_t()
    #endif
    if pthread_create(&thread, nil, waitForSignals, box) != 0 {
      Unmanaged<SignalWaiter>.fromOpaque(box).release()
    }
  }

  fileprivate func wait() -> Never {
    var waited = signals
    var wasInterrupted = false
    while true {
      var number: Int32 = 0
      guard sigwait(&waited, &number) == 0 else { continue }
      if number == SIGUSR1 {
        report()
      } else if number == SIGTSTP {
        suspend()
        // Sent to this thread, which then stops at once. A signal to the process may stop another
        // thread first, and this one would resume what it just suspended.
        raise(SIGSTOP)
        resume()
      } else if number == SIGQUIT {
        abandon()
        end(by: number)
      } else if wasInterrupted {
        // The system sends it again for each second that the run takes to end.
        if number == SIGXCPU { continue }
        abandon()
        _exit(ExitStatus.interrupted.rawValue)
      } else {
        wasInterrupted = true
        interrupt(number == SIGINT)
      }
    }
  }

  /// Ends the program as that signal does where it is not handled.
  private func end(by number: Int32) -> Never {
    signal(number, SIG_DFL)
    var signals = sigset_t()
    sigemptyset(&signals)
    sigaddset(&signals, number)
    pthread_sigmask(SIG_UNBLOCK, &signals, nil)
    raise(number)
    _exit(ExitStatus.interrupted.rawValue)
  }
}

#if canImport(Darwin)
  /// The thread's entry point; a free function, so that it is isolated to no actor.
  private func waitForSignals(_ box: UnsafeMutableRawPointer) -> UnsafeMutableRawPointer? {
    Unmanaged<SignalWaiter>.fromOpaque(box).takeRetainedValue().wait()
  }
#else
  /// The thread's entry point; a free function, so that it is isolated to no actor.
  private func waitForSignals(_ box: UnsafeMutableRawPointer?) -> UnsafeMutableRawPointer? {
    guard let box else { return nil }
    Unmanaged<SignalWaiter>.fromOpaque(box).takeRetainedValue().wait()
  }
#endif
