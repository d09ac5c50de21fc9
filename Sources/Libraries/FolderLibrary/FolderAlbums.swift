/// The albums of a folder library: its sub-folders, and those that its convention defines.
package struct FolderAlbums {
  /// The albums, in the order in which a walk from the root reaches their folders.
  package private(set) var albums: [FolderAlbum] = []
  /// The grouping of the library's files by a convention; nil for a plain folder.
  package private(set) var arrangement: (any FolderArrangement)?
  private let name: String
  private var folders: [FolderAlbum] = []

  /// Finds all folders; unreadable ones are left out here and reported by the walk.
  package init(of library: FolderLibrary, includesHidden: Bool) {
    name = library.name
    var walked: [FolderDirectory] = []
    var waiting = [library.root.directory]
    while let directory = waiting.popLast() {
      guard let listing = try? DirectoryListing(directory, includesHidden: includesHidden) else {
        continue
      }
      arrangement =
        arrangement
        ?? library.convention.arrangement(
          showing: listing, in: library, includesHidden: includesHidden)
      waiting += listing.subfolders.reversed()
      guard !listing.isLibrary else { continue }
      walked.append(directory)
      if directory.parent != nil { folders.append(FolderAlbum(folder: directory.relativePath)) }
    }
    albums = folders
    guard let arrangement else { return }
    var arranged: [[UInt8]: FolderAlbum] = [:]
    for album in arrangement.albums { arranged[Array(album.identifier.bytes)] = album }
    albums = walked.compactMap { directory in
      if arrangement.holds(directory) { return arranged[Array(directory.relativePath.bytes)] }
      return directory.parent == nil ? nil : FolderAlbum(folder: directory.relativePath)
    }
  }

  /// Returns the album or folder with this path from the root, else the only album with this title,
  /// else the only folder with this name.
  ///
  /// - Throws: ``LibraryProblem`` when there is no such album, or several have the name.
  package func album(named title: String) throws -> FolderAlbum {
    let wanted = TextConstant(title)
    for album in albums + folders where album.paths.contains(where: { wanted.equals($0.span) }) {
      return album
    }
    // Swift compares strings by their NFC forms.
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

/// An album of a folder library: a sub-folder, or several that are shown as one.
package struct FolderAlbum {
  /// The title that is shown, such as the sub-folder's name.
  package let title: String
  /// The description, if the convention has one; else nil.
  package let caption: String?
  /// The titles of the folders that contain the album, outermost first.
  package let folderPath: [String]
  /// The paths from the library's root; the first identifies the album.
  package let paths: [OwnedBytes]

  /// Creates the album of a single sub-folder.
  package init(folder path: OwnedBytes) {
    let names = path.string.split(separator: "/").map(String.init)
    title = names.last ?? ""
    caption = nil
    folderPath = names.dropLast()
    paths = [path]
  }

  /// Creates an album of one or several folders.
  package init(title: String, caption: String?, folderPath: [String] = [], paths: [OwnedBytes]) {
    self.title = title
    self.caption = caption
    self.folderPath = folderPath
    self.paths = paths
  }

  /// The path of the first folder, which identifies the album.
  package var identifier: OwnedBytes { paths[0] }
}
