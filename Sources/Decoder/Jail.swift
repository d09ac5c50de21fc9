internal import CJail
package import Decoding

/// What a decoder process gives up before it sees a file.
package enum Jail {
  /// How much memory a decoder may use, beside its libraries' code and the file that it reads.
  private static let memory: UInt64 = 400 << 20

  /// Closes the jail around this process, for ever.
  ///
  /// From then on no path can be opened or looked at, no socket made, no program or process started
  /// or reached, no memory made executable. Open descriptors, and those that come over an open
  /// socket, still work; `fstat` does not, because the C library makes it from a call that takes
  /// paths. To be called from the first thread, when everything that will be used is loaded. macOS
  /// has limits only.
  ///
  /// - Returns: what the system was able to close.
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

  /// Lets the system kill this process when the thread that started it ends.
  ///
  /// Only for a process whose starter is a thread that lives as long as it is wanted.
  ///
  /// - Returns: false if the parent is gone already, or the system can't.
  package static func endWithParent() -> Bool { cjail_end_with_parent() }
}
