internal import Platform

/// A pattern for folders at any depth, such as `**/WhatsApp`: `*` and `?` match letters of one name,
/// `**` any number of names.
struct FolderPattern {
  private let names: [String]
  private let isAbsolute: Bool
  private let ignoresCase: Bool

  init(_ pattern: String, ignoresCase: Bool = false) {
    names = (ignoresCase ? CaseFolding.fold(pattern) : pattern).pathNames.map(String.init)
    isAbsolute = pattern.hasPrefix("/")
    self.ignoresCase = ignoresCase
  }

  /// True if a part of the pattern is `**`.
  var isOfAnyDepth: Bool { names.contains("**") }

  /// Returns the folders of libraries that match, those near the root first, without those inside
  /// of others that match. Hidden folders, links and libraries of other programs are passed over.
  ///
  /// - Parameters:
  ///   - most: The number of folders after which the search ends.
  ///   - time: The time after which no more folders are opened; nil for no end.
  func folders(
    in libraries: [FolderPath], most: Int = .max, within time: Duration? = nil
  ) -> [FolderPath] {
    let end = time.map { ContinuousClock.now + $0 }
    var found: [FolderPath] = []
    for library in libraries where library.isThere {
      guard let root = try? FolderRoot(path: library.path) else { continue }
      // The folders from which the pattern may be meant.
      let starts: [[Substring]] =
        isAbsolute ? [[]] : [library, FolderPath(real: ".")].map(\.path.pathNames)
      var level = [root.directory]
      while !level.isEmpty {
        var below: [FolderDirectory] = []
        for folder in level {
          let path = library.path + "/" + folder.relativePath.string
          if matches(path.pathNames, from: starts) {
            let match = FolderPath(real: path)
            if !found.contains(match) { found.append(match) }
            if found.count == most { return found }
          } else {
            if let end, ContinuousClock.now > end { return found }
            below += folder.visibleFolders
          }
        }
        level = below
      }
    }
    return found
  }

  private func matches(_ path: [Substring], from starts: [[Substring]]) -> Bool {
    starts.contains { start in
      guard path.starts(with: start) else { return false }
      let rest = path.dropFirst(start.count).map(String.init)
      return Self.matches(names[...], (ignoresCase ? rest.map { CaseFolding.fold($0) } : rest)[...])
    }
  }

  private static func matches(
    _ pattern: ArraySlice<String>, _ names: ArraySlice<String>
  ) -> Bool {
    guard let first = pattern.first else { return names.isEmpty }
    if first == "**", matches(pattern.dropFirst(), names) { return true }
    guard let name = names.first else { return false }
    if first == "**" { return matches(pattern, names.dropFirst()) }
    return (first == name || fnmatch(first, name, 0) == 0)
      && matches(pattern.dropFirst(), names.dropFirst())
  }
}
