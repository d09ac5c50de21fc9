internal import Platform

/// The variables that the program was started with.
package enum Environment {
  package static subscript(name: String) -> String? {
    getenv(name).map { String(cString: $0) }
  }

  /// Those that say where state is kept.
  package static var folders: [String: String] {
    values(of: ["HOME", "XDG_STATE_HOME", "XDG_CACHE_HOME", "XDG_CONFIG_HOME"])
  }

  /// Those that say whether messages are coloured.
  package static var colors: [String: String] {
    values(of: ["NO_COLOR", "CLICOLOR_FORCE", "CLICOLOR", "TERM"])
  }

  /// Those by which a terminal is known that shows pictures.
  package static var terminal: [String: String] {
    values(of: ["TERM", "TERM_PROGRAM", "LC_TERMINAL", "TMUX", "STY"])
  }

  /// Whether the terminal wraps lines anew when it is made narrower, as all but a few old ones do.
  package static var terminalWrapsAnew: Bool {
    let kind = Self["TERM"] ?? "dumb"
    let isOld = ["dumb", "linux", "rxvt", "vt"].contains { kind.hasPrefix($0) }
    return !isOld && Self["XTERM_VERSION"] == nil && Self["STY"] == nil
  }

  private static func values(of names: [String]) -> [String: String] {
    var values: [String: String] = [:]
    for name in names { values[name] = Environment[name] }
    return values
  }
}
