internal import CSystem

/// A thread of its own, so that a lane may block on a disk without holding anyone up.
package struct LaneThread {
  private let thread: OpaquePointer

  /// Lua and deep folders need more stack than some systems give a thread.
  private static let stackSize = 8 << 20

  /// Nil when the system has no thread left.
  package init?(_ body: @escaping @Sendable () -> Void) {
    let box = Unmanaged.passRetained(LaneBody(body))
    guard let made = csystem_thread_start(Self.stackSize, runLane, box.toOpaque()) else {
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

/// What a thread does, in a box that C can hand over.
private final class LaneBody: Sendable {
  let run: @Sendable () -> Void

  init(_ run: @escaping @Sendable () -> Void) {
    self.run = run
  }
}

/// Called by C on the new thread; a free function, so that it is bound to no actor.
private func runLane(_ box: UnsafeMutableRawPointer?) {
  guard let box else { return }
  Unmanaged<LaneBody>.fromOpaque(box).takeRetainedValue().run()
}
