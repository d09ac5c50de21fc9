internal import Platform

/// The variables that the program was started with.
enum Environment {
  static subscript(name: String) -> String? {
    getenv(name).map { String(cString: $0) }
  }

  /// Those that say where state is kept.
  static var folders: [String: String] {
    values(of: ["HOME", "XDG_STATE_HOME", "XDG_CACHE_HOME", "XDG_CONFIG_HOME"])
  }

  /// Those that say whether messages are coloured.
  static var colors: [String: String] {
    values(of: ["NO_COLOR", "CLICOLOR_FORCE", "TERM"])
  }

  /// Those by which a terminal is known that shows pictures.
  static var terminal: [String: String] {
    values(of: ["TERM", "TERM_PROGRAM", "LC_TERMINAL", "TMUX", "STY"])
  }

  private static func values(of names: [String]) -> [String: String] {
    var values: [String: String] = [:]
    for name in names { values[name] = Environment[name] }
    return values
  }
}
