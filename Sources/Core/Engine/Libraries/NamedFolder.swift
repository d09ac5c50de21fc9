internal import Platform

/// The folders that a text names, for options and for values of rules alike: an absolute path, one
/// from the home folder (`~/`), from the working folder or from the root of a library, or the name
/// of a library's own folder.
package struct NamedFolder {
  /// The folders that exist; several if libraries have one of that name.
  package private(set) var folders: [FolderPath]

  /// - Parameter libraries: The paths of the libraries; a folder of the working folder counts before
  ///   others only if it is in one of them, or has one in it.
  package init(_ name: String, in libraries: [String]) {
    let given = Self.expanded(name)
    let here = FolderPath(real: given)
    let roots = libraries.map { FolderPath(real: Self.expanded($0)) }
    folders = []
    if given.hasPrefix("/") {
      folders = [here]
    } else {
      let isNear = roots.contains { here.isWithin($0) || $0.isWithin(here) }
      let inner = libraries.map { FolderPath(real: Self.expanded($0) + "/" + given) }
      for folder in (isNear ? [here] : []) + inner
      where folder.isThere && !folders.contains(folder) {
        folders.append(folder)
      }
      if folders.isEmpty { folders = roots.filter { $0.isThere && $0.isCalled(given) } }
      if folders.isEmpty { folders = [here] }
    }
    folders.removeAll { !$0.isThere }
    if folders.isEmpty { folders = Self.matches(of: given, in: libraries, roots) }
  }

  /// Returns up to `most` folders further down in the libraries that `**/` in front of the text would
  /// name; gives up after two seconds.
  package static func inner(_ name: String, in libraries: [String], most: Int) -> [FolderPath] {
    let isRelative = !expanded(name).hasPrefix("/") && !name.hasPrefix("**/")
    let roots = libraries.map { FolderPath(real: expanded($0)) }
    return isRelative
      ? FolderPattern("**/" + name).folders(in: roots, most: most, within: .seconds(2)) : []
  }

  /// Returns the folders of libraries that a pattern such as `Downloads/takeout*` means.
  private static func matches(
    of pattern: String, in libraries: [String], _ roots: [FolderPath]
  ) -> [FolderPath] {
    guard pattern.contains(where: { $0 == "*" || $0 == "?" }) else { return [] }
    let wanted = FolderPattern(pattern)
    if wanted.isOfAnyDepth { return wanted.folders(in: roots) }
    let starts = libraries.map {
      expanded($0).escaping(["*": "\\*", "?": "\\?", "[": "\\[", "\\": "\\\\"]) + "/"
    }
    var folders: [FolderPath] = []
    for start in pattern.hasPrefix("/") ? [""] : [""] + starts {
      var found = glob_t()
      defer { globfree(&found) }
      guard glob(start + pattern, 0, nil, &found) == 0 else { continue }
      for place in 0..<Int(found.gl_pathc) {
        guard let path = found.gl_pathv[place].map({ FolderPath(real: String(cString: $0)) }),
          path.isThere, !folders.contains(path), roots.contains(where: { path.isWithin($0) })
        else { continue }
        folders.append(path)
      }
    }
    return folders
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
