internal import CSystem
package import Pipeline
internal import Platform
internal import Synchronization
package import Terminal

/// The handling of signals in a run, on a thread of its own.
package enum Signals {
  /// The answers of the program's parts to signals, in the order in which they began.
  fileprivate static let handlings = Lock<[SignalHandling]>([])

  /// Handles signals from now on, beside what earlier calls do; threads that are started later block
  /// them. A signal that the program inherited as ignored stays so: `nohup` ignores SIGHUP, and a shell
  /// without job control ignores SIGINT and SIGQUIT in what it starts with `&`.
  ///
  /// - Parameters:
  ///   - cancellation: is cancelled by the first SIGINT, SIGTERM, SIGHUP, SIGALRM or SIGXCPU; one
  ///     that comes 100 ms later ends the program. SIGQUIT ends it at once.
  ///   - modes: the modes of terminals, restored before the program ends, and while SIGTSTP stops
  ///     it.
  ///   - report: called for SIGUSR1.
  ///   - interrupted: called after the cancellation.
  package static func handle(
    _ cancellation: Cancellation, _ modes: [TerminalMode?] = [],
    report: @escaping @Sendable () -> Void = {},
    interrupted: @escaping @Sendable () -> Void = {}
  ) {
    var signals = sigset_t()
    sigemptyset(&signals)
    let answered = [
      SIGINT, SIGTERM, SIGHUP, SIGALRM, SIGXCPU, SIGQUIT, SIGUSR1, SIGTSTP,
    ]
    for number in answered where !csystem_is_ignored(number) { sigaddset(&signals, number) }
    pthread_sigmask(SIG_BLOCK, &signals, nil)
    let isFirst = handlings.withLock { handlings in
      handlings.append(
        SignalHandling(
          cancellation: cancellation, modes: modes.compactMap(\.self), report: report,
          interrupted: interrupted))
      return handlings.count == 1
    }
    if isFirst { SignalWaiter(signals).start() }
  }
}

/// The answers of one part of the program to signals.
private struct SignalHandling: Sendable {
  let cancellation: Cancellation
  let modes: [TerminalMode]
  let report: @Sendable () -> Void
  let interrupted: @Sendable () -> Void
}

/// The only thread that waits for signals.
private final class SignalWaiter: Sendable {
  private let signals: sigset_t

  /// The time in which further signals are the same wish: timeout(1) sends one to the program, and at
  /// once another to its group.
  private static let pause = Duration.milliseconds(100)

  init(_ signals: sigset_t) {
    self.signals = signals
  }

  /// Starts the thread, which ends with the program. If no thread can be started, signals stay
  /// blocked until the run is over, which is better than not running.
  func start() {
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
    var interruption: ContinuousClock.Instant?
    while true {
      var number: Int32 = 0
      guard sigwait(&waited, &number) == 0 else { continue }
      let handlings = Signals.handlings.withLock { $0 }
      let modes = handlings.flatMap(\.modes)
      if number == SIGUSR1 {
        handlings.last?.report()
      } else if number == SIGTSTP {
        for mode in modes { mode.suspend() }
        // Sent to this thread, which then stops at once. A signal to the process may stop another
        // thread first, and this one would resume what it just suspended.
        raise(SIGSTOP)
        for mode in modes { mode.resume() }
      } else if number == SIGQUIT {
        for mode in modes { mode.end() }
        end(by: number)
      } else if let interruption {
        // The system sends it again for each second that the run takes to end.
        if number == SIGXCPU || .now - interruption < Self.pause { continue }
        for mode in modes { mode.end() }
        _exit(ExitStatus.interrupted.rawValue)
      } else {
        interruption = .now
        for handling in handlings {
          handling.cancellation.cancel(byUser: number == SIGINT)
          handling.interrupted()
        }
      }
    }
  }

  /// Ends the program by a signal that it had handled until now.
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
