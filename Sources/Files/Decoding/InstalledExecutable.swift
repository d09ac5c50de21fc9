internal import Platform

/// A program that comes with this one: beside it, or in `../libexec/shotflow`.
package struct InstalledExecutable {
  /// Nil when it is in neither place.
  package let path: String?
  /// Where it was looked for, and what to do.
  package let remedy: String

  package init(_ name: String) {
    let folder = Self.ownFolder
    let candidates = ["\(folder)/\(name)", "\(folder)/../libexec/shotflow/\(name)"]
    path = candidates.first(where: Self.isExecutable)
    remedy =
      "there is no \(name) in \"\(folder)\" or \"\(folder)/../libexec/shotflow\"; "
      + "install it beside this program"
  }

  static func isExecutable(_ path: String) -> Bool { access(path, X_OK) == 0 }

  /// The folder of the running program, without links.
  private static var ownFolder: String {
    #if canImport(Darwin)
      var count = UInt32(PATH_MAX)
      var name = [CChar](repeating: 0, count: Int(PATH_MAX))
      guard _NSGetExecutablePath(&name, &count) == 0 else { return "." }
    #else
      let name = "/proc/self/exe"
    #endif
    guard let resolved = realpath(name, nil) else { return "." }
    defer { free(resolved) }
    let path = String(cString: resolved)
    return String(path.prefix(upTo: path.lastIndex(of: "/") ?? path.startIndex))
  }
}
