/// The name of an album in a rule: an identifier, a title, or the titles of folders before a title.
struct PhotosAlbumName {
  private let name: String

  init(_ name: String) {
    self.name = name
  }

  /// Returns the albums with this name: one, or all of a folder's; throws ``LibraryProblem`` when
  /// no album or several have the title.
  func find(in tree: PhotosAlbumTree, library: String) throws -> PhotosAlbumChoice {
    if let album = tree.albums.first(where: { isIdentifier($0.localIdentifier) }) {
      return .one(album)
    }
    if let folder = tree.folders.first(where: { isIdentifier($0.localIdentifier) }) {
      return albums(of: folder, in: tree)
    }
    let named = tree.albums.filter { $0.subtype != .albumImported }
    let albums = first(of: [
      named.filter { $0.title == name }, named.filter { $0.pathTitle == name },
    ])
    if albums.count == 1 { return .one(albums[0]) }
    if albums.count > 1 {
      throw ambiguous(albums.map { ($0.pathTitle, $0.localIdentifier) }, library)
    }
    let folders = first(of: [
      tree.folders.filter { $0.title == name }, tree.folders.filter { $0.pathTitle == name },
    ])
    if folders.count == 1 { return self.albums(of: folders[0], in: tree) }
    if folders.count > 1 {
      throw ambiguous(folders.map { ($0.pathTitle, $0.localIdentifier) }, library)
    }
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

  /// Returns true if the name is the identifier, or just its UUID.
  private func isIdentifier(_ identifier: String) -> Bool {
    identifier == name || identifier.prefix { $0 != "/" } == name
  }

  private func first<Element>(of lists: [[Element]]) -> [Element] {
    lists.first { !$0.isEmpty } ?? []
  }

  private func albums(of folder: PhotosFolder, in tree: PhotosAlbumTree) -> PhotosAlbumChoice {
    .several(tree.albums.filter { $0.folderKeys.contains(folder.key) })
  }

  private func ambiguous(
    _ candidates: [(path: String, identifier: String)], _ library: String
  ) -> LibraryProblem {
    let list = candidates.map { "\"\($0.identifier)\" (\($0.path))" }.joined(separator: ", ")
    return .noAlbum(
      "\"\(library)\" has several albums \"\(name)\"; name one by its identifier: \(list)")
  }
}
