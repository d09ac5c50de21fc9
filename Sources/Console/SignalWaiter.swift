package import Platform

/// Waits for signals on a thread of its own and answers them.
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

  /// Begins to wait; the thread ends with the program. Without a thread, signals stay blocked
  /// until the run is over, which is better than not to run.
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
        // To this thread, which then goes no further; one to the process may stop another first, and
        // this one would take up again what it just left.
        raise(SIGSTOP)
        resume()
      } else if wasInterrupted {
        abandon()
        _exit(ExitStatus.interrupted.rawValue)
      } else {
        wasInterrupted = true
        interrupt(number == SIGINT)
      }
    }
  }
}

#if canImport(Darwin)
  /// Called by the system on the new thread; a free function, so that it is bound to no actor.
  private func waitForSignals(_ box: UnsafeMutableRawPointer) -> UnsafeMutableRawPointer? {
    Unmanaged<SignalWaiter>.fromOpaque(box).takeRetainedValue().wait()
  }
#else
  /// Called by the system on the new thread; a free function, so that it is bound to no actor.
  private func waitForSignals(_ box: UnsafeMutableRawPointer?) -> UnsafeMutableRawPointer? {
    guard let box else { return nil }
    Unmanaged<SignalWaiter>.fromOpaque(box).takeRetainedValue().wait()
  }
#endif
