internal import Platform

/// A clock for deciding if a file was unchanged for long enough that its timestamps can be trusted.
/// A file system records times with a granularity: two seconds on FAT, a few milliseconds where the
/// kernel takes them from its tick. Two writes within it get the same timestamp, so a file that was
/// read in between looks unchanged. So a file's facts are stored only if its timestamps were older
/// than that before it was opened: a later write is then certain to get another one.
package struct CatalogueClock: Sendable {
  /// The coarsest known granularity of timestamps in nanoseconds, plus the kernel's tick.
  package static let grain: Int64 = 2_100_000_000

  private let read: @Sendable () -> Int64

  /// - Parameter read: returns nanoseconds since 1970.
  package init(_ read: @escaping @Sendable () -> Int64) {
    self.read = read
  }

  /// The system's clock, which file systems use, too.
  package static let system = CatalogueClock(systemTime)

  /// Nanoseconds since 1970, to be taken before a file is opened.
  package var now: Int64 { read() }

  /// Returns true if a file opened after `moment`, in nanoseconds since 1970, had been unchanged
  /// for two seconds, so that its facts may be stored; false for a timestamp in the future.
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

extension FileStatus {
  /// Returns true if a write after `moment`, when reading began, would have changed the file's
  /// `time` in nanoseconds since 1970. Clocks of file systems advance in steps: up to 10 ms on
  /// Linux, up to 2 s where times have no fraction, as on FAT. True for a time over 2 s in the
  /// future, which a program set.
  package static func isSettled(_ time: Int64, at moment: Int64) -> Bool {
    let isCoarse = time % 1_000_000_000 == 0
    let step: Int64 = isCoarse ? 2_000_000_000 : 20_000_000
    let age = moment.subtractingReportingOverflow(time)
    return age.overflow || age.partialValue > step || age.partialValue < -2_000_000_000
  }
}

extension Instant {
  /// The present time by the system's clock.
  package static var current: Instant {
    Instant(milliseconds: CatalogueClock.systemTime() / 1_000_000)
  }
}
