/// A listing of the albums of a Photos library that a rule names.
struct PhotosAlbumListing {
  private let request: AlbumRequest
  private let library: PhotosLibrary

  init(_ request: AlbumRequest, of library: PhotosLibrary) {
    self.request = request
    self.library = library
  }

  /// Returns the albums; throws ``LibraryProblem`` if a name is that of no album, or of several.
  func albums() throws -> [AlbumAsset] {
    let entries = try entries()
    let contents = PhotosAlbumContents(library, entries.map(\.selection))
    return entries.enumerated().map { AlbumAsset($1.facts, in: contents, at: $0) }
  }

  /// Returns the SQL for the first album of each kind, as `explain` shows it.
  func statements(_ query: Query) throws -> [String] {
    var seen: [CollectionSubtype] = []
    return try entries().flatMap { entry -> [String] in
      guard !seen.contains(entry.facts.subtype) else { return [] }
      seen.append(entry.facts.subtype)
      return PhotosStatement(entry.selection.asking(query), library.schema).albumSummary
    }
  }

  private typealias Entry = (facts: AlbumFacts, selection: PhotosSelection)

  private func entries() throws -> [Entry] {
    let tree = try library.albumTree()
    return try request.names.flatMap { name -> [Entry] in
      guard let subtype = CollectionSubtype(rawValue: name) else {
        return try PhotosAlbumName(name).find(in: tree, library: library.name).albums.map(entry)
      }
      switch subtype {
      case .albumRegular, .albumCloudShared, .albumImported:
        return tree.albums.filter { $0.subtype == subtype }.map(entry)
      default:
        var selection = selection
        selection.predicate = subtype.membership
        if subtype == .smartAlbumAllHidden { selection.includesHidden = true }
        if subtype == .smartAlbumRecentlyAdded { selection.album = .recentlyAdded }
        return [(AlbumFacts(computed: subtype, in: library.path), selection)]
      }
    }
  }

  private func entry(for album: PhotosAlbum) -> Entry {
    var selection = selection
    selection.album = .one(album)
    let facts = AlbumFacts(
      library: library.path, localIdentifier: OwnedBytes(Array(album.identifier.utf8)),
      subtype: album.subtype, title: album.title.isEmpty ? nil : album.title,
      folderPath: album.folderPath)
    return (facts, selection)
  }

  private var selection: PhotosSelection {
    var selection = PhotosSelection()
    selection.includesHidden = request.includesHidden
    selection.includesBurstFrames = request.includesBurstFrames
    return selection
  }
}
