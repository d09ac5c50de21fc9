internal import Platform

/// The clock that decides whether a file has been left alone for long enough.
///
/// A file system stamps times with a grain: two seconds on FAT, a few milliseconds where the kernel
/// takes them from its tick. Two writes within one grain bear one stamp, so a file that was read
/// between them looks unchanged afterwards. What is read of a file counts only if, before it was
/// opened, its stamps were older than any grain: a later write is then bound to bear another.
package struct CatalogueClock: Sendable {
  /// The coarsest grain that is known, and some for the tick that stamps lag behind the clock.
  package static let grain: Int64 = 2_100_000_000

  private let read: @Sendable () -> Int64

  /// - Parameter read: gives nanoseconds since 1970.
  package init(_ read: @escaping @Sendable () -> Int64) {
    self.read = read
  }

  /// The clock that files are stamped by.
  package static let system = CatalogueClock(systemTime)

  /// Nanoseconds since 1970, to be taken before a file is opened.
  package var now: Int64 { read() }

  /// Whether what was read of a file that was opened after `moment` may be kept.
  ///
  /// A stamp in the future, by a clock that is wrong, says nothing of when it was made.
  package static func isSettled(_ status: FileStatus, at moment: Int64) -> Bool {
    let latest = max(status.modified, status.changed)
    let earliest = min(status.modified, status.changed)
    return latest < moment.subtractingReportingOverflow(grain).partialValue && earliest > .min
  }

  @Sendable package static func systemTime() -> Int64 {
    var time = timespec()
    clock_gettime(CLOCK_REALTIME, &time)
    return Int64(time.tv_sec) &* 1_000_000_000 &+ Int64(time.tv_nsec)
  }
}
