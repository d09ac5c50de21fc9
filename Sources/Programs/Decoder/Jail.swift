internal import CJail
package import Decoding

/// The restrictions that a decoder process puts on itself before it reads a file.
package enum Jail {
  /// The memory that a decoder may use in bytes, besides its libraries' code and the file that it
  /// reads.
  private static let memory: UInt64 = 400 << 20

  /// Closes the jail around this process, permanently; returns the restrictions that the system
  /// supports. From then on the process can't open or examine a path, make a socket, start or reach
  /// a program or another process, or make memory executable. Open descriptors still work, and
  /// those that arrive over an open socket. `fstat` does not, because the C library implements it
  /// with a call that takes paths. Call this on the first thread, after loading everything that
  /// will be used. macOS has limits only.
  package static func close() -> JailReport {
    var limits = cjail_limits(
      address_space: 1 << 30, memory: memory, file_size: 512 << 20, descriptors: 64)
    let closed = cjail_close(&limits)
    var report: JailReport = []
    if closed.has_no_new_privileges { report.insert(.noNewPrivileges) }
    if closed.has_filter { report.insert(.systemCalls) }
    if closed.landlock > 0 { report.insert(.fileSystem) }
    if closed.has_limits { report.insert(.limits) }
    return report
  }

  /// Makes the kernel kill this process when the thread that started it ends, which has to live as
  /// long as this process is needed. Returns false if the parent no longer exists, or the system
  /// does not support this.
  package static func endWithParent() -> Bool { cjail_end_with_parent() }
}
