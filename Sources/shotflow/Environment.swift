internal import Pipeline

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

  /// Where modules lie that all rules may require: the folders in `SHOTFLOW_PLUGINS`, joined by
  /// colons, then `plugins` among the person's configuration. Relative ones count as not named.
  static var pluginFolders: [String] {
    let named = Environment["SHOTFLOW_PLUGINS"]?.split(separator: ":").map(String.init) ?? []
    let own = (try? StateDirectories(environment: folders))?.configuration
    return named.filter { $0.hasPrefix("/") } + (own.map { ["\($0)/plugins"] } ?? [])
  }

  /// Those that say whether messages are coloured.
  static var colors: [String: String] {
    values(of: ["NO_COLOR", "CLICOLOR_FORCE", "TERM"])
  }

  private static func values(of names: [String]) -> [String: String] {
    var values: [String: String] = [:]
    for name in names { values[name] = Environment[name] }
    return values
  }
}
