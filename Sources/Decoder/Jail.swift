internal import CJail

/// What a decoder process gives up before it sees a file.
package struct Jail: Sendable, Hashable {
  /// The version of Landlock by which the kernel refuses all files; nil without.
  package let landlock: Int?
  /// Whether system calls are filtered by a list of the allowed.
  package let hasFilter: Bool
  /// Whether memory, files and descriptors are limited.
  package let hasLimits: Bool

  /// Whether something is missing that holds a broken-out decoder back.
  package var isReduced: Bool { landlock == nil || !hasFilter || !hasLimits }

  /// What is in place, for a person: `landlock: ABI 7, seccomp: yes, limits: yes`.
  package var description: String {
    let landlock = landlock.map { "ABI \($0)" } ?? "none"
    return "landlock: \(landlock), seccomp: \(hasFilter ? "yes" : "no"), "
      + "limits: \(hasLimits ? "yes" : "no")"
  }

  /// Closes the jail around this process, for ever.
  ///
  /// From then on no path can be opened or looked at, no socket made, no program or process started
  /// or reached, no memory made executable. Open descriptors, and those that come over an open
  /// socket, still work. To be called from the first thread, when everything that will be used is
  /// loaded; macOS has limits only.
  package static func close() -> Jail {
    var limits = cjail_limits(
      address_space: 2 << 30, memory: 400 << 20, file_size: 512 << 20, descriptors: 64)
    let report = cjail_close(&limits)
    return Jail(
      landlock: report.landlock > 0 ? Int(report.landlock) : nil, hasFilter: report.has_filter,
      hasLimits: report.has_limits)
  }

  /// Lets the system kill this process when the thread that started it ends.
  ///
  /// Only for a process whose starter is a thread that lives as long as it is wanted.
  ///
  /// - Returns: false if the parent is gone already, or the system can't.
  package static func endWithParent() -> Bool { cjail_end_with_parent() }
}
