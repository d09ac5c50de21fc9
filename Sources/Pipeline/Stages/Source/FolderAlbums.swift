/// The albums of a folder library: its sub-folders.
struct FolderAlbums {
  private(set) var paths: [OwnedBytes] = []

  /// Finds all folders; those that can't be read are left out here and reported by the walk.
  init(of library: FolderLibrary, includesHidden: Bool) {
    var waiting = [library.root]
    while let directory = waiting.popLast() {
      guard let listing = try? DirectoryListing(directory, includesHidden: includesHidden) else {
        continue
      }
      for folder in listing.folders.reversed() {
        waiting.append(FolderDirectory(OwnedBytes(listing.name(folder)), in: directory))
      }
      if directory.parent != nil { paths.append(directory.relativePath) }
    }
  }

  /// The folder with that path from the library's root, else the only one with that name.
  ///
  /// - Throws: ``LibraryProblem`` when there is none, or several have the name.
  func folder(named name: String, library: String) throws -> [UInt8] {
    let wanted = TextConstant(name)
    if let path = paths.first(where: { wanted.equals($0.span) }) { return Array(path.bytes) }
    let titled = paths.filter { Self.title(of: $0) == name }
    if titled.count == 1 { return Array(titled[0].bytes) }
    if titled.isEmpty {
      let near = NearestName.of(name, among: paths.map(\.string) + paths.map(Self.title(of:)))
      throw LibraryProblem.noAlbum(
        "\"\(library)\" has no album \"\(name)\""
          + (near.map { "; did you mean \"\($0)\"?" } ?? ""))
    }
    let candidates = titled.map { "\"\($0.string)\"" }.joined(separator: ", ")
    throw LibraryProblem.noAlbum(
      "\"\(library)\" has several albums \"\(name)\"; name one by its path: \(candidates)")
  }

  /// The folder's own name; Swift compares texts by their NFC forms.
  private static func title(of path: OwnedBytes) -> String {
    path.string.split(separator: "/").last.map(String.init) ?? ""
  }
}
