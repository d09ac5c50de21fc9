/// Lists the albums that a rule names, library after library.
struct AlbumListing {
  /// Subtypes, identifiers or titles, in the order of the rule.
  let names: [String]
  let includesHidden: Bool
  let includesBurstFrames: Bool

  /// - Throws: ``LibraryProblem``.
  func albums(of library: PhotosLibrary, named path: String) throws -> [AlbumAsset] {
    let entries = try entries(of: library, named: path)
    let contents = PhotosAlbumContents(library, entries.map(\.selection))
    return entries.enumerated().map { AlbumAsset($1.facts, in: contents, at: $0) }
  }

  /// What is asked of a library for the first album of each name; for `explain`.
  func statements(of library: PhotosLibrary, named path: String, _ query: Query) throws -> [String]
  {
    var seen: [CollectionSubtype] = []
    return try entries(of: library, named: path).flatMap { entry -> [String] in
      guard !seen.contains(entry.facts.subtype) else { return [] }
      seen.append(entry.facts.subtype)
      return PhotosStatement(entry.selection.asking(query), library.schema).albumSummary
    }
  }

  private typealias Entry = (facts: AlbumFacts, selection: PhotosSelection)

  private func entries(of library: PhotosLibrary, named path: String) throws -> [Entry] {
    let tree = try library.albumTree()
    return try names.flatMap { name -> [Entry] in
      guard let subtype = CollectionSubtype(rawValue: name) else {
        return try PhotosAlbumName(name).find(in: tree, library: path).albums.map {
          entry(for: $0, in: library)
        }
      }
      switch subtype {
      case .albumRegular, .albumCloudShared, .albumImported:
        return tree.albums.filter { $0.subtype == subtype }.map { entry(for: $0, in: library) }
      default:
        var selection = selection
        selection.predicate = subtype.membership
        if subtype == .smartAlbumAllHidden { selection.includesHidden = true }
        if subtype == .smartAlbumRecentlyAdded { selection.album = .recentlyAdded }
        return [(Self.facts(of: subtype, in: library.path), selection)]
      }
    }
  }

  private func entry(for album: PhotosAlbum, in library: PhotosLibrary) -> Entry {
    var selection = selection
    selection.album = .one(album)
    let facts = AlbumFacts(
      library: library.path, localIdentifier: OwnedBytes(Array(album.localIdentifier.utf8)),
      subtype: album.subtype, title: album.title.isEmpty ? nil : album.title,
      folderPath: album.folderPath)
    return (facts, selection)
  }

  private var selection: PhotosSelection {
    var selection = PhotosSelection()
    selection.includesHidden = includesHidden
    selection.includesBurstFrames = includesBurstFrames
    return selection
  }

  /// - Throws: ``LibraryProblem``.
  func albums(of library: FolderLibrary, named path: String) throws -> [AlbumAsset] {
    let folders = FolderAlbums(of: library, includesHidden: includesHidden)
    var facts: [AlbumFacts] = []
    var rules: [FolderAlbumContents.Membership] = []
    for name in names {
      switch CollectionSubtype(rawValue: name) {
      case nil:
        let album = try folders.album(named: name, library: path)
        facts.append(Self.facts(of: album, in: library.path))
        rules.append(.folders(album.paths))
      case .albumRegular:
        facts += folders.albums.map { Self.facts(of: $0, in: library.path) }
        rules += folders.albums.map { .folders($0.paths) }
      case .albumCloudShared, .albumImported: break
      case .some(let subtype):
        facts.append(Self.facts(of: subtype, in: library.path))
        rules.append(.tests(subtype.membership))
      }
    }
    var selection = FolderSelection()
    selection.includesHidden = includesHidden
    selection.includesBurstFrames = includesBurstFrames
    selection.takeout = folders.takeout
    let contents = FolderAlbumContents(library, selection, rules)
    return facts.enumerated().map { AlbumAsset($1, in: contents, at: $0) }
  }

  private static func facts(of subtype: CollectionSubtype, in library: OwnedBytes) -> AlbumFacts {
    AlbumFacts(
      library: library, localIdentifier: OwnedBytes(Array(subtype.rawValue.utf8)),
      subtype: subtype, title: nil, folderPath: [])
  }

  private static func facts(of album: FolderAlbum, in library: OwnedBytes) -> AlbumFacts {
    AlbumFacts(
      library: library, localIdentifier: album.identifier, subtype: .albumRegular,
      title: album.title.isEmpty ? nil : album.title, caption: album.caption,
      folderPath: album.folderPath)
  }
}
