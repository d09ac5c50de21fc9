internal import Platform

/// The identity of the process that wrote a claim, so that a later process can check if it still
/// runs. Process numbers are reused; only together with its start time and the boot session does a
/// number identify a process for good. A process in another PID namespace (a container that shares
/// the folder) is invisible and counts as ended.
package struct ProcessIdentity: Hashable, Sendable {
  /// The boot session's UUID; empty if the system does not report it.
  package let boot: String
  /// The process number.
  package let number: Int32
  /// The start: clock ticks since boot on Linux, microseconds since 1970 on macOS; 0 if unknown.
  package let start: UInt64

  package init(boot: String, number: Int32, start: UInt64) {
    self.boot = boot
    self.number = number
    self.start = start
  }

  /// The calling process.
  package static var current: ProcessIdentity {
    let number = getpid()
    return ProcessIdentity(
      boot: currentBoot() ?? "", number: number, start: start(of: number) ?? 0)
  }

  /// True if this process still runs; a zombie does not.
  package var isRunning: Bool {
    boot == Self.currentBoot() ?? "" && start == Self.start(of: number)
  }
}

extension ProcessIdentity: LosslessStringConvertible {
  /// Parses the format of `description`, `boot/number/start`; nil for another text.
  package init?(_ text: String) {
    let parts = text.split(separator: "/", omittingEmptySubsequences: false)
    guard parts.count == 3, let number = Int32(parts[1]), let start = UInt64(parts[2])
    else { return nil }
    self.init(boot: String(parts[0]), number: number, start: start)
  }

  package var description: String { "\(boot)/\(number)/\(start)" }
}
