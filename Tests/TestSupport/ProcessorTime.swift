#if canImport(Glibc)
  internal import Glibc
#elseif canImport(Darwin)
  internal import Darwin
#endif

/// The processor time of a thread, which a busy machine does not change.
package enum ProcessorTime {
  /// Returns the time that this thread ran for `body`.
  package static func measure(_ body: () throws -> Void) rethrows -> Duration {
    let start = used
    try body()
    return used - start
  }

  private static var used: Duration {
    var time = timespec()
    clock_gettime(CLOCK_THREAD_CPUTIME_ID, &time)
    return .seconds(time.tv_sec) + .nanoseconds(time.tv_nsec)
  }
}
