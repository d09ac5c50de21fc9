internal import Platform

/// The folders whose assets, also in subfolders, a rule never drops; they are named as
/// ``NamedFolder`` says.
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
    "folders of which all is kept, with those below: from the library, from here, or absolute")

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

  private static func isName(_ name: String) -> Bool { !name.pathNames.isEmpty }
}

/// Finds out if assets of a run are in the folders; confined to the step's thread.
package final class ProtectedFolderLookup {
  private let names: [String]
  /// The libraries that the user named, even if they have no assets.
  private let libraries: [String]
  /// The folders of each name in each library, by its path; an empty path is the working folder.
  private var folders: [String: [NamedFolder]] = [:]
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
    where kept.folders.contains(where: folder.isWithin) {
      used.insert(place)
      isWithin = true
    }
    return isWithin
  }

  /// Throws ``LibraryProblem`` if a name is a folder in no library of the run, or in doubt: such a
  /// name would protect nothing or others, and the assets in the folder that was meant would be dropped.
  package func check() throws(LibraryProblem) {
    let roots = Set(folders.keys).union(libraries).sorted()
    for (place, name) in names.enumerated() {
      let named = roots.map { (root: $0, folder: folders(of: $0)[place]) }
      if let doubt = named.compactMap({ $0.folder.doubt }).first { throw .notFound(doubt) }
      let isThere = named.contains { root, folder in
        // A folder outside of the library does not count.
        folder.folders.contains { root.isEmpty || $0.isWithin(realPath(of: root)) }
      }
      if isThere || used.contains(place) { continue }
      if named.contains(where: { !$0.folder.folders.isEmpty }) {
        throw .notFound(
          "everything is to stay of the folder \"\(name)\", which is in no library of the run; name"
            + " it as one of them, too")
      }
      throw .notFound(
        "there is no folder \"\(name)\", of which everything is to stay"
          + remedy(for: name, in: roots.filter { !$0.isEmpty }))
    }
  }

  private func remedy(for name: String, in roots: [String]) -> String {
    let inner = NamedFolder.inner(name, in: roots, most: 3).map { "\"\($0.path)\"" }
    if inner.isEmpty { return NearestName.remedy(NamedFolder.similar(name, in: roots)?.path) }
    return "; \"**/\(name)\" names \(inner.joined(separator: ", "))"
  }

  /// Returns the folders of the names, which all libraries of the user decide together.
  private func folders(of library: String) -> [NamedFolder] {
    if let known = folders[library] { return known }
    let looked = library.isEmpty ? [] : libraries.contains(library) ? libraries : [library]
    let found = names.map { NamedFolder($0, in: looked) }
    folders[library] = found
    return found
  }

  private func realPath(of folder: String) -> FolderPath {
    if let known = realPaths[folder] { return known }
    let found = FolderPath(real: folder)
    realPaths[folder] = found
    return found
  }
}
