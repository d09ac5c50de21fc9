internal import Platform

/// The folders whose assets, also in subfolders, a rule never drops. A name is a path from the root
/// of a library, or from the working folder for files outside of libraries; or an absolute path, or
/// one from the home folder (`~/`).
package struct ProtectedFolders: Sendable {
  /// The names of the folders in the rule.
  package let names: [String]

  package init(_ names: [String] = []) {
    self.names = names
  }

  package var isEmpty: Bool { names.isEmpty }

  /// The text for `explain`, such as `; keeps all in "Family"`; empty without folders.
  package var summary: String {
    isEmpty ? "" : "; keeps all in " + names.map { "\"\($0)\"" }.joined(separator: ", ")
  }

  /// The option `keepIn` of a stage, which names the folders.
  package static let option = OptionDescription(
    "keepIn", .texts,
    "folders of which all is kept, with those below: paths from the library's root, or absolute")

  /// Reads the option `keepIn`, and reports names that can't be folders.
  package init(_ arguments: inout StageArguments) {
    guard let names = arguments.texts("keepIn") else {
      self.init()
      return
    }
    if names.isEmpty {
      arguments.note(
        "keepIn names at least one folder, such as \"Family/Birthday\"", token: "keepIn")
    }
    for name in names where !Self.isName(name) {
      arguments.note(
        "keepIn names folders, such as \"Family/Birthday\", not \"\(name)\"", token: name)
    }
    self.init(names)
  }

  private static func isName(_ name: String) -> Bool {
    let parts = name.pathNames
    return !parts.isEmpty && !parts.contains("..") && !parts.contains(".")
  }
}

/// Finds out if assets of a run are in the folders; confined to the step's thread.
package final class ProtectedFolderLookup {
  private let names: [String]
  /// The libraries that the user named, even if they have no assets.
  private let libraries: [String]
  /// The folders of the names in each library, by its path; an empty path is the working folder.
  private var folders: [String: [FolderPath]] = [:]
  /// The real paths of the folders that assets are in.
  private var realPaths: [String: FolderPath] = [:]
  /// The indices of names whose folders had assets.
  private var used: Set<Int> = []

  package init(_ folders: ProtectedFolders, libraries: [String]) {
    names = folders.names
    self.libraries = libraries
  }

  /// Returns true if the asset is in one of the folders.
  package func holds(_ asset: Asset) -> Bool {
    if names.isEmpty { return false }
    let path = asset.string(of: .path)
    guard let slash = path.utf8.lastIndex(of: UInt8(ascii: "/")) else {
      return path.isEmpty ? false : isWithin(realPath(of: "."), asset)
    }
    return isWithin(realPath(of: slash == path.startIndex ? "/" : String(path[..<slash])), asset)
  }

  private func isWithin(_ folder: FolderPath, _ asset: Asset) -> Bool {
    var isWithin = false
    for (place, kept) in folders(of: asset.string(of: .library)).enumerated()
    where folder.isWithin(kept) {
      used.insert(place)
      isWithin = true
    }
    return isWithin
  }

  /// Throws ``LibraryProblem`` if a name is a folder in no library of the run: a misspelt name would
  /// protect nothing, and the assets in the folder that was meant would be dropped.
  package func check() throws(LibraryProblem) {
    for (place, name) in names.enumerated() where !used.contains(place) {
      let roots = Set(folders.keys).union(libraries)
      let isThere = roots.contains { root in
        let folder = folders(of: root)[place]
        // A folder outside of the library does not count.
        return folder.isThere && (root.isEmpty || folder.isWithin(realPath(of: root)))
      }
      if isThere { continue }
      throw .notFound(
        "keepIn names the folder \"\(name)\", which is in no library of the run; name it as"
          + " one of them, too, or check its spelling"
      )
    }
  }

  private func folders(of library: String) -> [FolderPath] {
    if let known = folders[library] { return known }
    let root = library.isEmpty ? "." : library
    let found = names.map { FolderPath(real: Self.absolute($0, in: root)) }
    folders[library] = found
    return found
  }

  private static func absolute(_ name: String, in root: String) -> String {
    if name.hasPrefix("/") { return name }
    if name == "~" || name.hasPrefix("~/"), let home = getenv("HOME") {
      return String(cString: home) + name.dropFirst()
    }
    return root + "/" + name
  }

  private func realPath(of folder: String) -> FolderPath {
    if let known = realPaths[folder] { return known }
    let found = FolderPath(real: folder)
    realPaths[folder] = found
    return found
  }
}

struct FolderPath {
  private let names: [Substring]
  let isThere: Bool

  /// Resolves links in a path, absolute or from the working folder; keeps it if it is no folder.
  init(real path: String) {
    // With a slash at the end only a folder is found.
    guard let resolved = realpath(path + "/", nil) else {
      let start = path.hasPrefix("/") || path == "." ? [] : FolderPath(real: ".").names
      names = start + path.pathNames
      isThere = false
      return
    }
    defer { free(resolved) }
    names = String(cString: resolved).pathNames
    isThere = true
  }

  func isWithin(_ other: FolderPath) -> Bool { names.starts(with: other.names) }
}
