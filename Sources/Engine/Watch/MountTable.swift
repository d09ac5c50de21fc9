internal import Platform

/// The table of what is mounted, as Linux reports its changes (proc(5), `/proc/[pid]/mountinfo`).
package final class MountTable {
  /// Has an event of priority when something was mounted or unmounted.
  package let descriptor: Int32

  /// Nil where there is none.
  package init?() {
    let opened = open("/proc/self/mountinfo", O_RDONLY | O_CLOEXEC)
    guard opened >= 0 else { return nil }
    descriptor = opened
    read()
  }

  deinit {
    close(descriptor)
  }

  /// Takes note of the table as it is; the next change is reported again.
  package func read() {
    var buffer = [UInt8](repeating: 0, count: 1 << 16)
    lseek(descriptor, 0, SEEK_SET)
    while Platform.read(descriptor, &buffer, buffer.count) > 0 {}
  }
}
