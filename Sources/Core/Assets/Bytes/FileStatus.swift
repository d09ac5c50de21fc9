internal import Platform

/// The status of a file in the file system, times in nanoseconds since 1970.
public struct FileStatus: Hashable, Sendable {
  /// The size in bytes.
  package let size: Int64
  /// The time of the last write, in nanoseconds since 1970.
  package let modified: Int64
  /// The time of the last change of content or attributes, in nanoseconds since 1970.
  package let changed: Int64
  /// The number of the device that contains the file.
  package let device: UInt64
  /// The number of the file on its device.
  package let inode: UInt64
  package let kind: Kind
  private let mode: UInt16

  /// The file types that callers distinguish; a link is a symbolic one.
  package enum Kind: Sendable {
    case file, directory, link, other
  }

  /// The permission bits of owner, group and others, without set-user-ID, set-group-ID and sticky.
  package var permissions: UInt32 { UInt32(mode) & 0o777 }

  package var isRegularFile: Bool { kind == .file }

  /// Returns true if both are of the same file by device and inode, even if its content changed.
  package func isSameFile(as other: FileStatus) -> Bool {
    device == other.device && inode == other.inode
  }

  /// Returns true if both are of the same file, and its content was not written to in between. The
  /// time of the last change of attributes does not count: renaming the file changes that.
  package func hasSameContent(as other: FileStatus) -> Bool {
    isSameFile(as: other) && size == other.size && modified == other.modified
  }

  /// Reads the status of an open file; nil on an error, which is in `errno`.
  package init?(descriptor: Int32) {
    var facts = stat()
    guard fstat(descriptor, &facts) == 0 else { return nil }
    self.init(facts)
  }

  /// Reads the status of a file in an open directory, or of a link itself; nil with `errno` set.
  package init?(directory: Int32, name: UnsafePointer<CChar>) {
    var facts = stat()
    guard fstatat(directory, name, &facts, AT_SYMLINK_NOFOLLOW) == 0 else { return nil }
    self.init(facts)
  }

  private init(_ facts: stat) {
    size = Int64(facts.st_size)
    #if canImport(Darwin)
      modified = Self.nanoseconds(facts.st_mtimespec)
      changed = Self.nanoseconds(facts.st_ctimespec)
    #else
      modified = Self.nanoseconds(facts.st_mtim)
      changed = Self.nanoseconds(facts.st_ctim)
    #endif
    device = UInt64(truncatingIfNeeded: facts.st_dev)
    inode = UInt64(facts.st_ino)
    mode = UInt16(truncatingIfNeeded: facts.st_mode)
    kind =
      switch facts.st_mode & S_IFMT {
      case S_IFREG: .file
      case S_IFDIR: .directory
      case S_IFLNK: .link
      default: .other
      }
  }

  /// Returns nanoseconds since 1970, clamped for dates beyond the year 2262.
  private static func nanoseconds(_ time: timespec) -> Int64 {
    let (seconds, overflow) = Int64(time.tv_sec).multipliedReportingOverflow(by: 1_000_000_000)
    if overflow { return time.tv_sec < 0 ? .min : .max }
    return seconds.addingReportingOverflow(Int64(time.tv_nsec)).partialValue
  }

  /// The time when the bytes were last written.
  package var modification: Instant {
    Instant(milliseconds: floorDivide(modified, 1_000_000).quotient)
  }
  /// The time of the last change of the file's content, name, place or attributes.
  package var change: Instant { Instant(milliseconds: floorDivide(changed, 1_000_000).quotient) }
}
