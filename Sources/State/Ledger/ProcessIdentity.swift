internal import Platform

/// Which process wrote a claim, so that a later one can tell whether it still runs.
///
/// A process number alone is given out again; with the moment the process started and the boot
/// that moment was counted in, it names one process for good. A process in another PID namespace
/// (a container that shares the folder) can't be seen and counts as gone.
package struct ProcessIdentity: Hashable, Sendable {
  /// The boot session's UUID; empty where the system does not tell it.
  package let boot: String
  package let number: Int32
  /// Clock ticks since the boot on Linux, microseconds since 1970 on macOS; 0 where unknown.
  package let start: UInt64

  package init(boot: String, number: Int32, start: UInt64) {
    self.boot = boot
    self.number = number
    self.start = start
  }

  /// The process that asks.
  package static var current: ProcessIdentity {
    let number = getpid()
    return ProcessIdentity(
      boot: currentBoot() ?? "", number: number, start: start(of: number) ?? 0)
  }

  /// Whether this process still runs; one that ended and awaits its parent does not.
  package var isRunning: Bool {
    boot == Self.currentBoot() ?? "" && start == Self.start(of: number)
  }
}

extension ProcessIdentity: LosslessStringConvertible {
  /// Reads what `description` writes: `boot/number/start`.
  package init?(_ text: String) {
    let parts = text.split(separator: "/", omittingEmptySubsequences: false)
    guard parts.count == 3, let number = Int32(parts[1]), let start = UInt64(parts[2])
    else { return nil }
    self.init(boot: String(parts[0]), number: number, start: start)
  }

  package var description: String { "\(boot)/\(number)/\(start)" }
}
