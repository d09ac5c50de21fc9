internal import CSystem
internal import Platform

/// The space that a file occupies, and the time of its last use.
package struct FileUsage {
  /// The space in blocks of ``blockSize`` bytes, at least 1: a small file occupies no less.
  package let blocks: Int
  /// The time when it was last read or written, in nanoseconds since 1970.
  package let last: Int64
  private let modified: timespec

  package static let blockSize: Int64 = 4096

  init?(_ facts: stat) {
    guard facts.st_mode & S_IFMT == S_IFREG else { return nil }
    blocks = Self.blocks(ofBytes: Int64(facts.st_size))
    #if canImport(Darwin)
      let accessed = facts.st_atimespec
      modified = facts.st_mtimespec
    #else
      let accessed = facts.st_atim
      modified = facts.st_mtim
    #endif
    last = max(Self.nanoseconds(accessed), Self.nanoseconds(modified))
  }

  package init?(descriptor: Int32) {
    var facts = stat()
    guard fstat(descriptor, &facts) == 0 else { return nil }
    self.init(facts)
  }

  /// The time since the last use, in seconds.
  package var idleSeconds: Int64 { Self.now - last / 1_000_000_000 }

  /// The time since the last write, in seconds.
  package var ageSeconds: Int64 { Self.now - Self.nanoseconds(modified) / 1_000_000_000 }

  private static var now: Int64 {
    var now = timespec()
    clock_gettime(CLOCK_REALTIME, &now)
    return Int64(now.tv_sec)
  }

  /// Sets the access time of an open file to now; the time of the last write stays.
  package func noteUse(of descriptor: Int32) {
    var now = timespec()
    clock_gettime(CLOCK_REALTIME, &now)
    withUnsafePointer(to: (now, modified)) { pair in
      _ = pair.withMemoryRebound(to: timespec.self, capacity: 2) { futimens(descriptor, $0) }
    }
  }

  /// Returns the number of blocks that a file of a size occupies.
  package static func blocks(ofBytes count: Int64) -> Int {
    max(1, Int((count / blockSize) + (count % blockSize == 0 ? 0 : 1)))
  }

  private static func nanoseconds(_ time: timespec) -> Int64 {
    let (seconds, overflow) = Int64(time.tv_sec).multipliedReportingOverflow(by: 1_000_000_000)
    return overflow ? (time.tv_sec < 0 ? .min : .max) : seconds &+ Int64(time.tv_nsec)
  }
}
