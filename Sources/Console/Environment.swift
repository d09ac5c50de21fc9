internal import Platform

/// The variables that the program was started with.
package enum Environment {
  package static subscript(name: String) -> String? {
    getenv(name).map { String(cString: $0) }
  }

  /// Whether the terminal wraps lines anew when it is made narrower, as all but a few old ones do.
  package static var terminalWrapsAnew: Bool {
    let kind = Self["TERM"] ?? "dumb"
    let isOld = ["dumb", "linux", "rxvt", "vt"].contains { kind.hasPrefix($0) }
    return !isOld && Self["XTERM_VERSION"] == nil && Self["STY"] == nil
  }
}
