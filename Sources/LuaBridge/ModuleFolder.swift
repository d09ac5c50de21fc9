/// A folder that `require` looks in.
struct ModuleFolder: Sendable, Hashable {
  let path: String
  let origin: Origin
  /// The plugin that the folder is, or the file; nil for a folder of many modules.
  var package: String?

  /// Whose modules are in the folder.
  enum Origin: Sendable {
    /// Those beside the rule.
    case rule
    /// The user's plugins.
    case user
    /// Plugins that come with the program, whose names no other file can take.
    case shipped
  }

  /// The path of a file in it; the folder at hand has no name.
  func path(of file: String) -> String {
    path.isEmpty || path.hasSuffix("/") ? path + file : "\(path)/\(file)"
  }
}
