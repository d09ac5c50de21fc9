/// The name of an album in a rule: an identifier, a title, or the titles of folders before a title.
struct PhotosAlbumName {
  private let name: String

  init(_ name: String) {
    self.name = name
  }

  /// Returns the albums with this name: one, or all of a folder's; throws ``LibraryProblem`` when
  /// no album or several have the title.
  func find(in tree: PhotosAlbumTree, library: String) throws -> PhotosAlbumChoice {
    func albums(of folder: PhotosFolder) -> PhotosAlbumChoice {
      .several(tree.albums.filter { $0.folderKeys.contains(folder.key) })
    }
    if let album = tree.albums.first(where: isIdentified) { return .one(album) }
    if let folder = tree.folders.first(where: isIdentified) { return albums(of: folder) }
    let named = tree.albums.filter { $0.subtype != .albumImported }
    if let album = try named.titled(name, in: library) { return .one(album) }
    if let folder = try tree.folders.titled(name, in: library) { return albums(of: folder) }
    if let found = tree.opaque.first(where: { $0.title == name }) {
      throw LibraryProblem.noAlbum(
        found.kind == .smart
          ? "\"\(name)\" is a smart album of \"\(library)\", whose rules Photos keeps to itself; "
            + "say them in a filter"
          : "\"\(name)\" is a project of \"\(library)\", such as a book, and no album")
    }
    throw LibraryProblem.missing(
      album: name, of: library, among: named.flatMap { [$0.title, $0.pathTitle] })
  }

  /// Returns true if the name is the album's identifier, or just its UUID.
  private func isIdentified(_ album: some NamedAlbum) -> Bool {
    album.identifier == name || album.identifier.prefix { $0 != "/" } == name
  }
}
