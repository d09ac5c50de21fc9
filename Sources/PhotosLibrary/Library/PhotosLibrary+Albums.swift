internal import SQLite

extension PhotosLibrary {
  /// The albums of some kinds, in the order of the kinds, and of one kind as Photos has them.
  ///
  /// Albums in folders are among them. Smart albums are tests of assets and not listed here, see
  /// ``CollectionSubtype/membership``.
  package func albums(
    _ subtypes: [CollectionSubtype] = [.albumRegular]
  ) throws -> [PhotosAlbum] {
    let tree = try albumTree()
    return subtypes.flatMap { subtype in tree.albums.filter { $0.subtype == subtype } }
  }

  /// Everything that the library has a name for.
  func albumTree() throws -> PhotosAlbumTree {
    try Self.explain(path.string) {
      try PhotosAlbumTree(connect().connection, schema)
    }
  }

  /// How many assets a source would give of an album.
  ///
  /// - Parameter predicate: the tests that count; all of them have to be answered by the library,
  ///   see ``answers(_:)``.
  package func count(of album: PhotosAlbum, where predicate: Predicate = .always) throws -> Int {
    var selection = PhotosSelection()
    selection.album = .one(album)
    selection.predicate = predicate
    return try count(selection)
  }

  /// Whether the library answers a predicate all by itself, so that assets can be counted without
  /// being read.
  package static func answers(_ predicate: Predicate) -> Bool { PhotosPredicate.answers(predicate) }

  func count(_ selection: PhotosSelection) throws -> Int {
    try Self.explain(path.string) {
      let sql = PhotosStatement(selection, schema)
      let statement = try connect().connection.prepare(sql.count)
      guard try statement.step(), let count = statement.integer(0) else { return 0 }
      return Int(clamping: count)
    }
  }
}
