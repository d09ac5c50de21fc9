/// The albums of a folder library: its sub-folders, or those of its arrangement.
package struct FolderAlbums {
  package private(set) var albums: [FolderAlbum] = []
  package private(set) var arrangement: (any FolderArrangement)?
  /// As messages call the library.
  private let name: String
  /// Every sub-folder, be it an album or not.
  private var folders: [FolderAlbum] = []

  /// Finds all folders; those that can't be read are left out here and reported by the walk.
  package init(of library: FolderLibrary, includesHidden: Bool) {
    name = library.name
    var waiting = [library.root.directory]
    while let directory = waiting.popLast() {
      guard let listing = try? DirectoryListing(directory, includesHidden: includesHidden) else {
        continue
      }
      arrangement =
        arrangement
        ?? library.convention.arrangement(
          showing: listing, in: library, includesHidden: includesHidden)
      for folder in listing.folders.reversed() {
        waiting.append(FolderDirectory(OwnedBytes(listing.name(folder)), in: directory))
      }
      if directory.parent != nil { folders.append(FolderAlbum(folder: directory.relativePath)) }
    }
    albums = arrangement?.albums ?? folders
  }

  /// The album or folder with that path from the library's root, else the only album with that
  /// title, else the only folder with that name.
  ///
  /// - Throws: ``LibraryProblem`` when there is none, or several have the name.
  package func album(named title: String) throws -> FolderAlbum {
    let wanted = TextConstant(title)
    for album in albums + folders where album.paths.contains(where: { wanted.equals($0.span) }) {
      return album
    }
    // Swift compares texts by their NFC forms.
    var titled = albums.filter { $0.title == title }
    if titled.isEmpty { titled = folders.filter { $0.title == title } }
    if titled.count == 1 { return titled[0] }
    if titled.isEmpty {
      throw LibraryProblem.missing(
        album: title, of: name,
        among: folders.map(\.identifier.string) + albums.map(\.title) + folders.map(\.title))
    }
    let candidates = titled.map { "\"\($0.identifier.string)\"" }.joined(separator: ", ")
    throw LibraryProblem.noAlbum(
      "\"\(name)\" has several albums \"\(title)\"; name one by its path: \(candidates)")
  }
}
