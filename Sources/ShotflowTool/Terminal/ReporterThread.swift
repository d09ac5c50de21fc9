internal import CSystem
internal import Platform

/// A thread that no signal is delivered to: those of the process are left to others, and a reader
/// that has gone away is an error of write(2).
struct ReporterThread {
  private let thread: OpaquePointer

  private static let stackSize = 512 << 10

  /// Nil when the system has no thread left.
  init?(_ body: @escaping @Sendable () -> Void) {
    let box = Unmanaged.passRetained(ReporterBody(body))
    guard let made = csystem_thread_start(Self.stackSize, runReporter, box.toOpaque()) else {
      box.release()
      return nil
    }
    thread = made
  }

  /// Waits until the thread has ended. Called once.
  func join() {
    csystem_thread_join(thread)
  }
}

/// What the thread does, in a box that C can hand over.
private final class ReporterBody: Sendable {
  let run: @Sendable () -> Void

  init(_ run: @escaping @Sendable () -> Void) {
    self.run = run
  }
}

/// Called by C on the new thread; a free function, so that it is bound to no actor.
private func runReporter(_ box: UnsafeMutableRawPointer?) {
  var signals = sigset_t()
  sigfillset(&signals)
  pthread_sigmask(SIG_BLOCK, &signals, nil)
  guard let box else { return }
  Unmanaged<ReporterBody>.fromOpaque(box).takeRetainedValue().run()
}
