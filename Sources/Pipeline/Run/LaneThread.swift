#if canImport(Glibc)
  internal import Glibc
#elseif canImport(Darwin)
  internal import Darwin
#endif

/// A thread of its own, so that a lane may block on a disk without holding anyone up.
struct LaneThread {
  private let thread: pthread_t

  /// Lua and deep folders need more stack than some systems give a thread.
  private static let stackSize = 8 << 20

  /// Nil when the system has no thread left.
  init?(_ body: @escaping @Sendable () -> Void) {
    var attributes = pthread_attr_t()
    pthread_attr_init(&attributes)
    defer { pthread_attr_destroy(&attributes) }
    pthread_attr_setstacksize(&attributes, Self.stackSize)

    let box = Unmanaged.passRetained(LaneBody(body))
    #if canImport(Darwin)
      var made: pthread_t?
    #else
      var made = pthread_t()
    #endif
    guard pthread_create(&made, &attributes, runLane, box.toOpaque()) == 0 else {
      box.release()
      return nil
    }
    #if canImport(Darwin)
      guard let made else { return nil }
    #endif
    thread = made
  }

  func join() {
    pthread_join(thread, nil)
  }
}

/// What a thread does, in a box that C can hand over.
private final class LaneBody: Sendable {
  let run: @Sendable () -> Void

  init(_ run: @escaping @Sendable () -> Void) {
    self.run = run
  }
}

#if canImport(Darwin)
  /// Called by the system on the new thread; a free function, so that it is bound to no actor.
  private func runLane(_ box: UnsafeMutableRawPointer) -> UnsafeMutableRawPointer? {
    Unmanaged<LaneBody>.fromOpaque(box).takeRetainedValue().run()
    return nil
  }
#else
  /// Called by the system on the new thread; a free function, so that it is bound to no actor.
  private func runLane(_ box: UnsafeMutableRawPointer?) -> UnsafeMutableRawPointer? {
    guard let box else { return nil }
    Unmanaged<LaneBody>.fromOpaque(box).takeRetainedValue().run()
    return nil
  }
#endif
