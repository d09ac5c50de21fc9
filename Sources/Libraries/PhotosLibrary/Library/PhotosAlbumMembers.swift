internal import Files

extension PhotosAlbumTree {
  /// Returns the albums of each asset by its row number, in the order of the library: the user's own
  /// and shared ones, not imports. Throws ``SQLiteProblem`` if reading fails.
  static func memberships(
    _ connection: SQLiteConnection, _ schema: PhotosSchema
  ) throws -> [Int64: [AlbumPath]] {
    let albums = try PhotosAlbumTree(connection, schema).albums.filter(\.hasPath)
    let paths = albums.map { AlbumPath($0.folderPath + [$0.title]) }
    var known: [PhotosAlbumLink: [Int64: Int]] = [:]
    for (place, album) in albums.enumerated() { known[album.link, default: [:]][album.key] = place }
    var places: [Int64: [Int]] = [:]
    func read(_ link: PhotosAlbumLink, _ sql: String) throws {
      guard let known = known[link] else { return }
      try connection.forEachRow(of: SQLText(sql)) { row in
        guard let asset = row.integer(0), let place = row.integer(1).flatMap({ known[$0] }) else {
          return
        }
        places[asset, default: []].append(place)
      }
    }
    if let members = schema.members {
      try read(.list, "SELECT \(members.asset), \(members.album) FROM \(members.table)")
    }
    if schema.shares != nil {
      try read(
        .share,
        "SELECT Z_PK, ZCOLLECTIONSHARE FROM \(schema.assets.name) "
          + "WHERE ZCOLLECTIONSHARE IS NOT NULL")
    }
    return places.mapValues { $0.sorted().map { paths[$0] } }
  }
}

extension PhotosAlbum {
  /// True if the album's assets have its path: it is the user's own or a shared one with a title.
  var hasPath: Bool { subtype != .albumImported && !title.isEmpty }
}
