#if canImport(Glibc)
  internal import Glibc
#elseif canImport(Darwin)
  internal import Darwin
#endif

/// The variables that the program was started with.
enum Environment {
  static subscript(name: String) -> String? {
    getenv(name).map { String(cString: $0) }
  }

  /// Those that say where state is kept.
  static var all: [String: String] {
    var values: [String: String] = [:]
    for name in ["HOME", "XDG_STATE_HOME", "XDG_CACHE_HOME", "XDG_CONFIG_HOME"] {
      values[name] = Environment[name]
    }
    return values
  }
}
