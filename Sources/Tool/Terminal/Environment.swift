internal import Platform

/// The environment variables that the program was started with.
package enum Environment {
  /// The value of a variable; nil if it is not set.
  package static subscript(name: String) -> String? {
    getenv(name).map { String(cString: $0) }
  }

  /// True if the terminal wraps lines again when it becomes narrower, as all but a few old ones do.
  package static var terminalWrapsAnew: Bool {
    let kind = Self["TERM"] ?? "dumb"
    let isOld = ["dumb", "linux", "rxvt", "vt"].contains { kind.hasPrefix($0) }
    return !isOld && Self["XTERM_VERSION"] == nil && Self["STY"] == nil
  }
}
