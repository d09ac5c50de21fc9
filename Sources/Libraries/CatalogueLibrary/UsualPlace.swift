internal import Platform

/// A path of a declaration that begins with a folder of the user: `~`, or one of the XDG
/// specification, `$XDG_DATA_HOME`, `$XDG_CONFIG_HOME` and `$XDG_CACHE_HOME`.
struct UsualPlace {
  private let text: String

  typealias Environment = (String) -> String?

  /// The variables of the XDG specification, and the folder in `$HOME` for each that is not set.
  private static let folders = [
    ("XDG_DATA_HOME", ".local/share"), ("XDG_CONFIG_HOME", ".config"), ("XDG_CACHE_HOME", ".cache"),
  ]

  init(_ text: String) {
    self.text = text
  }

  /// Returns true if a path is this place. The ends are compared first, as each start asks for each
  /// library, and the end alone tells nearly all apart.
  func isAt(_ path: String) -> Bool {
    let end = text.utf8.drop { $0 != UInt8(ascii: "/") }
    return path.utf8.suffix(end.count).elementsEqual(end) && self.path() == path
  }

  /// Returns the path with the user's folder filled in; the text itself if none is named or set.
  ///
  /// - Parameter environment: Returns the value of a variable; by default that of the process.
  func path(
    _ environment: Environment = { name in getenv(name).map { String(cString: $0) } }
  ) -> String {
    if text == "~" || text.hasPrefix("~/"), let home = environment("HOME") {
      return home + text.dropFirst()
    }
    guard text.hasPrefix("$") else { return text }
    for (variable, usual) in Self.folders where text.hasPrefix("$\(variable)/") {
      let rest = text.dropFirst(variable.utf8.count + 1)
      // The specification requires that relative paths are ignored.
      if let folder = environment(variable), folder.hasPrefix("/") { return folder + rest }
      if let home = environment("HOME") { return "\(home)/\(usual)\(rest)" }
    }
    return text
  }
}
