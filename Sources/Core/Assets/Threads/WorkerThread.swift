internal import CSystem

/// A thread for one worker, so that it may block on a disk without delaying others.
package struct WorkerThread {
  private let thread: OpaquePointer

  /// The stack size in bytes; Lua and deep folders need more than some systems give a thread.
  private static let stackSize = 8 << 20

  /// Starts a thread; nil if the system can't create one.
  package init?(_ body: @escaping @Sendable () -> Void) {
    let box = Unmanaged.passRetained(ThreadBody(body))
    guard let made = csystem_thread_start(Self.stackSize, runBody, box.toOpaque()) else {
      box.release()
      return nil
    }
    thread = made
  }

  /// Waits until the thread has ended. Called once.
  package func join() {
    csystem_thread_join(thread)
  }
}

/// The function of a thread, in an object that a C pointer can refer to.
private final class ThreadBody: Sendable {
  let run: @Sendable () -> Void

  init(_ run: @escaping @Sendable () -> Void) {
    self.run = run
  }
}

/// Runs a ``ThreadBody`` on the new thread; a free function, so that no actor isolates it.
private func runBody(_ box: UnsafeMutableRawPointer?) {
  guard let box else { return }
  Unmanaged<ThreadBody>.fromOpaque(box).takeRetainedValue().run()
}
