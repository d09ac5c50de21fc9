internal import Platform

/// A program that is installed together with this one: in the folder that the absolute path
/// `SHOTFLOW_LIBEXEC` names, beside this program, or in `../libexec/shotflow` from there.
package struct InstalledExecutable {
  /// The program's path; nil if it is in none of the folders.
  package let path: String?
  /// The paths that were searched, and the remedy, for messages.
  package let remedy: String

  package init(_ name: String) {
    let own = Self.ownFolder
    let folders = Self.namedFolders + [own, "\(own)/../libexec/shotflow"]
    path = folders.map { "\($0)/\(name)" }.first(where: Self.isExecutable)
    let places = folders.map { "\"\($0)\"" }
    remedy =
      "there is no \(name) in \(places.dropLast().joined(separator: ", ")) or \(places.last ?? ""); "
      + "install it beside this program, or name its folder in SHOTFLOW_LIBEXEC"
  }

  static func isExecutable(_ path: String) -> Bool { access(path, X_OK) == 0 }

  private static var namedFolders: [String] {
    guard let folder = getenv("SHOTFLOW_LIBEXEC").map({ String(cString: $0) }),
      folder.hasPrefix("/")
    else { return [] }
    return [folder]
  }

  static var ownFolder: String {
    let path = ownPath
    return String(path.prefix(upTo: path.lastIndex(of: "/") ?? path.startIndex))
  }

  /// The path of the running program, without links; `.` if unknown.
  package static var ownPath: String {
    #if canImport(Darwin)
      var count = UInt32(PATH_MAX)
      var name = [CChar](repeating: 0, count: Int(PATH_MAX))
      guard _NSGetExecutablePath(&name, &count) == 0 else { return "." }
    #else
      let name = "/proc/self/exe"
    #endif
    return RealPath(name)?.text ?? "."
  }
}
