internal import Platform

/// The folders for state, cache and configuration, by the XDG Base Directory Specification 0.8 on
/// every system: `$XDG_STATE_HOME/shotflow` or `~/.local/state/shotflow`,
/// `$XDG_CACHE_HOME/shotflow` or `~/.cache/shotflow`, `$XDG_CONFIG_HOME/shotflow` or
/// `~/.config/shotflow`. A value that is empty or relative counts as not set, as the specification
/// requires. macOS uses the same folders, because users of a shell look there. A tool of another
/// name may have folders of that name. No folder is created before ``make(folder:)`` is called.
package struct StateDirectories: Hashable, Sendable {
  /// The name of the program's folder in each of the base folders, such as `shotflow`.
  package let name: String
  /// The folder for state, which shotflow can't restore if it is lost.
  package let state: String
  /// The folder for caches, which only save time.
  package let cache: String
  /// The folder for the caches of all programs, such as `~/.cache`.
  package let cacheBase: String
  /// The folder for the user's settings.
  package let configuration: String
  /// The folder for the settings of all programs, such as `~/.config`.
  package var configurationBase: String {
    let base = String(configuration.dropLast(name.count + 1))
    return base.isEmpty ? "/" : base
  }

  /// - Parameter environment: returns a variable's value; nil if it is not set.
  package init(
    environment: (String) -> String?, named name: String = "shotflow"
  ) throws(StateDirectoryError) {
    self.name = name
    state = try Self.folder(name, "XDG_STATE_HOME", orHome: ".local/state", in: environment)
    cache = try Self.folder(name, "XDG_CACHE_HOME", orHome: ".cache", in: environment)
    let base = String(cache.dropLast(name.count + 1))
    cacheBase = base.isEmpty ? "/" : base
    configuration = try Self.folder(name, "XDG_CONFIG_HOME", orHome: ".config", in: environment)
  }

  /// The path of the ledger: which asset was offered when, by which rule, with what outcome.
  package var ledger: String { state + "/ledger.sqlite" }

  /// The path of the folder with the fetches that change tokens refer to.
  package var changes: String { state + "/changes" }

  /// The path of the folder with the journals of runs that moved, copied, linked or trashed files.
  package var journals: String { state + "/journals" }

  /// The path of the cache of facts of files; losing it costs only time.
  package var catalogue: String { cache + "/catalogue.sqlite" }

  /// Creates the folder and missing ones above it, accessible only to the user (mode 0700).
  package static func make(folder path: String) throws(StateDirectoryError) {
    var facts = stat()
    if stat(path, &facts) == 0, facts.st_mode & S_IFMT == S_IFDIR { return }
    var made = path.utf8.first == UInt8(ascii: "/") ? "" : "."
    for part in path.split(separator: "/") {
      made.append("/")
      made.append(contentsOf: part)
      if mkdir(made, 0o700) == 0 || errno == EEXIST { continue }
      let reason = errno
      // A folder above may be neither writable nor readable and yet be there.
      if stat(made, &facts) != 0 {
        throw .notCreated(path: path, reason: String(cString: strerror(reason)).lowercased())
      }
    }
    guard stat(path, &facts) == 0, facts.st_mode & S_IFMT == S_IFDIR else {
      throw .notCreated(path: path, reason: "a file is in the way")
    }
  }

  private static func folder(
    _ name: String, _ variable: String, orHome fallback: String, in environment: (String) -> String?
  ) throws(StateDirectoryError) -> String {
    if let base = absolute(environment(variable)) { return join(base, name) }
    guard let home = absolute(environment("HOME")) else { throw .noHome(variable: variable) }
    return join(home, fallback + "/" + name)
  }

  private static func absolute(_ path: String?) -> String? {
    guard let path, path.utf8.first == UInt8(ascii: "/") else { return nil }
    return path
  }

  private static func join(_ base: String, _ name: String) -> String {
    base.utf8.last == UInt8(ascii: "/") ? base + name : base + "/" + name
  }
}

/// The reason why a folder for state, cache or configuration can't be used.
package enum StateDirectoryError: Error, Hashable, Sendable {
  /// The home folder is unknown, and `variable` is not set either.
  case noHome(variable: String)
  /// The folder does not exist and can't be made.
  case notCreated(path: String, reason: String)
}

extension StateDirectoryError: CustomStringConvertible {
  package var description: String {
    switch self {
    case .noHome(let variable):
      "HOME is not set to an absolute path; set it, or \(variable)"
    case .notCreated(let path, let reason):
      "can't make the folder \"\(path)\": \(reason)"
    }
  }
}
