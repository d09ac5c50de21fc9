internal import Platform

/// A folder of data that is installed together with this program, such as its rules: in the folder
/// that the absolute path `SHOTFLOW_SHARE` names, in `../share/shotflow` from this program, or in
/// the checkout that this program was built in.
package struct InstalledFolder {
  /// The absolute path of the folder, without links; nil if it is in none of these places.
  package let path: String?

  /// - Parameter name: the folder's name, such as `rules`.
  package init(_ name: String) {
    let own = InstalledExecutable.ownFolder
    let folders = Self.namedFolders + ["\(own)/../share/shotflow"] + Self.checkouts(around: own)
    path = folders.firstNonNil { Self.folder("\($0)/\(name)") }
  }

  private static func folder(_ path: String) -> String? {
    guard let resolved = realpath(path, nil) else { return nil }
    defer { free(resolved) }
    var facts = stat()
    guard stat(resolved, &facts) == 0, facts.st_mode & S_IFMT == S_IFDIR else { return nil }
    return String(validatingCString: resolved)
  }

  private static var namedFolders: [String] {
    guard let folder = getenv("SHOTFLOW_SHARE").map({ String(cString: $0) }),
      folder.hasPrefix("/")
    else { return [] }
    return [folder]
  }

  /// Returns the folder that contains `.build`, if this program is in a `.build`; else nothing.
  private static func checkouts(around folder: String) -> [String] {
    let names = folder.split(separator: "/")
    guard let build = names.firstIndex(of: ".build") else { return [] }
    return ["/\(names[..<build].joined(separator: "/"))"]
  }
}
