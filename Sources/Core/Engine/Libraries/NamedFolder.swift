internal import Platform

/// The folders that a text names, for options and for values of rules alike: an absolute path, one
/// from the home folder (`~/`) or from the working folder (`./`, `../`), a folder in the root of a
/// library, else one from the working folder, or the name of a library's own folder.
package struct NamedFolder {
  private let name: String
  /// The folders that exist; several if libraries have one of that name.
  package private(set) var folders: [FolderPath] = []
  /// A folder from the working folder that has the name of another in a library; nil without one.
  private var rival: FolderPath?
  /// The text as a path from the working folder.
  private let here: FolderPath
  /// The libraries' own folders.
  private let roots: [FolderPath]

  /// - Parameter libraries: The paths of the libraries; a folder of the working folder counts before
  ///   a library's own name only if it is in one of them, or has one in it.
  package init(_ name: String, in libraries: [String]) {
    self.name = name
    let given = Self.expanded(name)
    here = FolderPath(real: given)
    roots = libraries.map { FolderPath(real: Self.expanded($0)) }
    if !Self.isAnchored(given) {
      let isNear = here.isThere && roots.contains { here.isWithin($0) || $0.isWithin(here) }
      take(
        libraries.map { FolderPath(real: Self.expanded($0) + "/" + given) },
        else: isNear ? [here] : [])
      if folders.isEmpty { folders = roots.filter { $0.isThere && $0.isCalled(given) } }
    }
    if folders.isEmpty, here.isThere { folders = [here] }
    if folders.isEmpty { takeMatches(of: given, in: libraries) }
  }

  /// The message about a name that means one folder in a library and another from the working
  /// folder; nil for all others.
  package var doubt: String? { rival.map { doubt(of: folders, beside: $0) } }

  /// The folders in libraries that the text names besides the libraries themselves, and not the one
  /// that it names from the working folder.
  package var innerFolders: [FolderPath] { folders.filter { $0 != here && !roots.contains($0) } }

  /// The message about a name that means one of ``innerFolders`` and also any folder from the working
  /// folder; nil for all others.
  package var innerDoubt: String? {
    here.isThere && !innerFolders.isEmpty ? doubt(of: innerFolders, beside: here) : nil
  }

  private func doubt(of folders: [FolderPath], beside rival: FolderPath) -> String {
    let inner = folders.map { "\"\($0.path)\"" }
    return "the folder \"\(name)\" is in doubt: it is \(inner.joined(separator: " and ")) in the"
      + " library, and \"\(rival.path)\" from here; name it as \(inner[0]) or \"./\(name)\""
  }

  /// Takes the folders of libraries, else those from the working folder.
  private mutating func take(_ inner: [FolderPath], else near: [FolderPath]) {
    for folder in inner where folder.isThere && !folders.contains(folder) {
      folders.append(folder)
    }
    if folders.isEmpty { folders = near } else { rival = near.first { !folders.contains($0) } }
  }

  /// Returns up to `most` folders further down in the libraries that `**/` in front of the text would
  /// name; gives up after two seconds.
  package static func inner(_ name: String, in libraries: [String], most: Int) -> [FolderPath] {
    isAnchored(expanded(name)) || name.hasPrefix("**/")
      ? [] : further(down: FolderPattern("**/" + name), in: libraries, most: most)
  }

  /// Returns the folder in the libraries that the text would name with other capitals; gives up after
  /// two seconds.
  package static func similar(_ name: String, in libraries: [String]) -> FolderPath? {
    let given = expanded(name)
    let pattern = isAnchored(given) || name.hasPrefix("**/") ? given : "**/" + given
    return further(down: FolderPattern(pattern, ignoresCase: true), in: libraries, most: 1).first
  }

  private static func further(
    down pattern: FolderPattern, in libraries: [String], most: Int
  ) -> [FolderPath] {
    let roots = libraries.map { FolderPath(real: expanded($0)) }
    return pattern.folders(in: roots, most: most, within: .seconds(2))
  }

  /// Takes the folders of libraries that a pattern such as `Downloads/takeout*` means.
  private mutating func takeMatches(of pattern: String, in libraries: [String]) {
    guard pattern.contains(where: { $0 == "*" || $0 == "?" }) else { return }
    let wanted = FolderPattern(pattern)
    if wanted.isOfAnyDepth {
      folders = wanted.folders(in: roots)
      return
    }
    let starts = libraries.map {
      Self.expanded($0).escaping(["*": "\\*", "?": "\\?", "[": "\\[", "\\": "\\\\"]) + "/"
    }
    take(
      Self.isAnchored(pattern) ? [] : starts.flatMap { Self.matches(of: $0 + pattern, in: roots) },
      else: Self.matches(of: pattern, in: roots))
  }

  /// Returns the folders below the roots that match a pattern from the working folder or from `/`.
  private static func matches(of pattern: String, in roots: [FolderPath]) -> [FolderPath] {
    var folders: [FolderPath] = []
    var found = glob_t()
    defer { globfree(&found) }
    guard glob(pattern, 0, nil, &found) == 0 else { return [] }
    for place in 0..<Int(found.gl_pathc) {
      guard let path = found.gl_pathv[place].map({ FolderPath(real: String(cString: $0)) }),
        path.isThere, !folders.contains(path), roots.contains(where: { path.isWithin($0) })
      else { continue }
      folders.append(path)
    }
    return folders
  }

  /// Returns true for a path from `/`, or from the working folder by `.` or `..`.
  private static func isAnchored(_ path: String) -> Bool {
    path.hasPrefix("/") || path.pathNames.first == "." || path.pathNames.first == ".."
  }

  private static func expanded(_ path: String) -> String {
    guard path == "~" || path.hasPrefix("~/"), let home = getenv("HOME") else { return path }
    return String(cString: home) + path.dropFirst()
  }
}

/// The path of a folder without links, by its names.
package struct FolderPath: Equatable {
  private let names: [Substring]
  /// True if the folder exists.
  package let isThere: Bool

  /// Resolves links in a path, absolute or from the working folder; keeps it if it is no folder.
  package init(real path: String) {
    // With a slash at the end only a folder is found.
    guard let real = RealPath(path + "/") else {
      let start = path.hasPrefix("/") || path == "." ? [] : FolderPath(real: ".").names
      names = start + path.pathNames
      isThere = false
      return
    }
    names = real.text.pathNames
    isThere = true
  }

  /// The absolute path.
  package var path: String { "/" + names.joined(separator: "/") }

  /// Returns true if the folder is the other one, or below it.
  package func isWithin(_ other: FolderPath) -> Bool { names.starts(with: other.names) }

  fileprivate func isCalled(_ name: String) -> Bool { names.last.map(String.init) == name }
}
