internal import Platform

/// The way in which a process ended.
package enum ProcessEnd: Sendable, Hashable {
  case exited(Int32)
  case killed(signal: Int32)
  /// Nothing is known, as another part of the program collected the status already.
  case unknown

  /// - Parameter status: the status from waitpid(2).
  package init(status: Int32) {
    let signal = status & 0x7F
    self = signal == 0 ? .exited((status >> 8) & 0xFF) : .killed(signal: signal)
  }

  /// True if a signal from the user or the system killed it, rather than an error of its own.
  var isFromOutside: Bool {
    switch self {
    case .killed(let signal): !Self.crashes.contains(signal)
    case .exited, .unknown: false
    }
  }

  /// The signals that an error in the process itself raises.
  private static let crashes = [SIGABRT, SIGBUS, SIGFPE, SIGILL, SIGSEGV, SIGSYS, SIGTRAP]

  /// The end of a sentence that begins with the name of the process, such as "ended with status 1".
  package var text: String {
    switch self {
    case .exited(let status): "ended with status \(status)"
    case .killed(let signal): "was ended by signal \(signal)\(Self.name(of: signal))"
    case .unknown: "ended"
    }
  }

  private static func name(of signal: Int32) -> String {
    switch signal {
    case SIGABRT: " (SIGABRT)"
    case SIGBUS: " (SIGBUS)"
    case SIGFPE: " (SIGFPE)"
    case SIGILL: " (SIGILL)"
    case SIGKILL: " (SIGKILL)"
    case SIGSEGV: " (SIGSEGV)"
    case SIGSYS: " (SIGSYS)"
    case SIGTERM: " (SIGTERM)"
    case SIGTRAP: " (SIGTRAP)"
    case SIGXCPU: " (SIGXCPU)"
    case SIGXFSZ: " (SIGXFSZ)"
    default: ""
    }
  }
}
