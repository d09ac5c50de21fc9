internal import Files

/// The albums of each asset of a library: the user's own and shared ones, not imports.
struct PhotosAlbumMembers: Sendable {
  private let paths: [AlbumPath]
  /// The indices of the albums of each asset, by the asset's row number.
  private let places: [Int64: [Int32]]

  static let none = PhotosAlbumMembers(paths: [], places: [:])

  private init(paths: [AlbumPath], places: [Int64: [Int32]]) {
    self.paths = paths
    self.places = places
  }

  /// Reads the albums of all assets; throws ``SQLiteProblem`` if that fails.
  init(_ connection: SQLiteConnection, _ schema: PhotosSchema) throws {
    let albums = try PhotosAlbumTree(connection, schema).albums
      .filter { $0.subtype != .albumImported && !$0.title.isEmpty }
    paths = albums.map { AlbumPath($0.folderPath + [$0.title]) }
    var known: [PhotosAlbumLink: [Int64: Int32]] = [:]
    for (place, album) in albums.enumerated() {
      known[album.link, default: [:]][album.key] = Int32(place)
    }
    var places: [Int64: [Int32]] = [:]
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
    self.places = places.mapValues { $0.sorted() }
  }

  /// Returns the albums of an asset, in the order of the library.
  func albums(of asset: Int64) -> [AlbumPath] {
    places[asset].map { $0.map { paths[Int($0)] } } ?? []
  }
}
