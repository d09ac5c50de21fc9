#if canImport(Glibc)
  internal import Glibc
#elseif canImport(Darwin)
  internal import Darwin
#endif

/// The processor time of programs that are no part of the measurement.
struct Neighbours {
  private let start = ContinuousClock.now
  private let busy = Self.busySeconds()
  private let own = Self.ownSeconds()

  /// From 0 to 1, since this was made; nil where the system does not say.
  var share: Double? {
    guard let busy, let now = Self.busySeconds() else { return nil }
    let cores = Double(sysconf(Int32(_SC_NPROCESSORS_ONLN)))
    let seconds = (ContinuousClock.now - start) / .seconds(1)
    return Self.share(
      busy: now - busy, own: Self.ownSeconds() - own, of: seconds * cores)
  }

  static func share(busy: Double, own: Double, of all: Double) -> Double {
    guard all > 0 else { return 0 }
    return min(1, max(0, (busy - own) / all))
  }

  /// Returns the time that all programs used of all cores since the machine was started.
  private static func busySeconds() -> Double? {
    #if canImport(Glibc)
      busySeconds(
        in: System.text(of: "/proc/stat"), ticksPerSecond: Double(sysconf(Int32(_SC_CLK_TCK))))
    #else
      nil
    #endif
  }

  /// The columns are user, nice, system, idle, waiting for disks, interrupts (twice) and stolen.
  static func busySeconds(in text: String, ticksPerSecond: Double) -> Double? {
    let ticks = text.prefix { $0 != "\n" }.split(separator: " ").dropFirst().prefix(8)
      .compactMap { Double($0) }
    guard ticks.count == 8 else { return nil }
    return (ticks.reduce(0, +) - ticks[3] - ticks[4]) / ticksPerSecond
  }

  /// Returns the time that this program used, and those that it ran to their end.
  private static func ownSeconds() -> Double {
    // RUSAGE_SELF and RUSAGE_CHILDREN, whose types differ between systems.
    let usages = [0, -1].map { (whose: Int32) in
      var usage = rusage()
      getrusage(whose, &usage)
      return usage
    }
    return usages.map { Command.seconds($0.ru_utime) + Command.seconds($0.ru_stime) }.reduce(0, +)
  }
}
