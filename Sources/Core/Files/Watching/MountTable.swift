internal import Platform

/// The table of mounted file systems, whose changes Linux reports (proc(5), `/proc/pid/mountinfo`).
package final class MountTable {
  /// The descriptor, which has a priority event when a file system was mounted or unmounted.
  package let descriptor: Int32

  /// Opens the table; returns nil if the system has none.
  package init?() {
    let opened = open("/proc/self/mountinfo", O_RDONLY | O_CLOEXEC)
    guard opened >= 0 else { return nil }
    descriptor = opened
    read()
  }

  deinit {
    close(descriptor)
  }

  /// Returns true if a file system is mounted, even if hidden; `mount` is its number by statx(2).
  package static func has(_ mount: UInt64) -> Bool {
    guard let table = MountTable() else { return false }
    var text: [UInt8] = []
    table.read { text += $0 }
    return text.split(separator: UInt8(ascii: "\n")).contains { $0.starts(with: "\(mount) ".utf8) }
  }

  /// Reads the table in pieces, which `body` gets, so that its next change is reported.
  package func read(_ body: (ArraySlice<UInt8>) -> Void = { _ in }) {
    var buffer = [UInt8](repeating: 0, count: 1 << 16)
    lseek(descriptor, 0, SEEK_SET)
    while true {
      let count = Platform.read(descriptor, &buffer, buffer.count)
      guard count > 0 else { return }
      body(buffer[..<count])
    }
  }
}
