internal import Files

struct PhotosAlbumTree {
  /// The user's own albums, then the shared ones, then imports.
  private(set) var albums: [PhotosAlbum] = []
  private(set) var folders: [PhotosFolder] = []
  /// The titles of lists that look like albums in Photos, but whose assets are unknown.
  private(set) var opaque: [(title: String, kind: PhotosAlbumRow.Kind)] = []

  /// Reads the albums and folders; throws ``SQLiteProblem`` if that fails.
  init(_ connection: SQLiteConnection, _ schema: PhotosSchema) throws {
    let table = schema.albums
    var rows: [PhotosAlbumRow] = []
    if ["Z_PK", "ZKIND", "ZUUID"].allSatisfy(table.has) {
      let kinds = PhotosAlbumRow.Kind.allCases.map { "\($0.rawValue)" }.joined(separator: ", ")
      let columns = PhotosAlbumRow.columns(of: table)
      let sql = SQLText("SELECT \(columns) FROM \(table.name) g WHERE g.ZKIND IN (\(kinds))")
      try connection.forEachRow(of: sql) { rows += [PhotosAlbumRow($0)].compactMap(\.self) }
    }
    var shares: [PhotosAlbumRow] = []
    if let sharing = schema.shares {
      let columns = PhotosAlbumRow.columns(of: sharing.table)
      let sql = SQLText(
        "SELECT \(columns) FROM \(sharing.table.name) g WHERE g.Z_ENT = ? ORDER BY g.Z_PK",
        [.integer(sharing.entity)])
      try connection.forEachRow(of: sql) { shares += [PhotosAlbumRow($0)].compactMap(\.self) }
    }
    if schema.chosen != nil { try Self.keepChosen(of: &rows, &shares, connection, schema) }
    build(rows.sorted { ($0.place, $0.key) < ($1.place, $1.key) }, shares)
    if schema.chosen != nil {
      // A folder without visible albums is not shown.
      folders.removeAll { folder in !albums.contains { $0.folderKeys.contains(folder.key) } }
    }
  }

  private mutating func build(_ rows: [PhotosAlbumRow], _ shares: [PhotosAlbumRow]) {
    var folderRows: [Int64: PhotosAlbumRow] = [:]
    for row in rows where row.kind == .folder { folderRows[row.key] = row }
    /// Returns the folders around a row, outermost first; nil if it or one of them was deleted.
    func ancestors(_ row: PhotosAlbumRow) -> [PhotosAlbumRow]? {
      if row.isTrashed { return nil }
      var path: [PhotosAlbumRow] = []
      var next = row.parent
      while let folder = next.flatMap({ folderRows[$0] }) {
        if folder.isTrashed { return nil }
        // Folders in a cycle are in no visible folder.
        guard path.count < Self.deepest else { return [] }
        path.append(folder)
        next = folder.parent
      }
      return path.reversed()
    }
    func add(
      _ rows: [PhotosAlbumRow], _ subtype: CollectionSubtype, _ link: PhotosAlbumLink
    ) {
      for row in rows {
        guard let path = ancestors(row) else { continue }
        albums.append(PhotosAlbum(row, in: path, subtype, link))
      }
    }
    add(rows.filter { $0.kind == .regular }, .albumRegular, .list)
    add(rows.filter { $0.kind == .shared }, .albumCloudShared, .list)
    add(shares, .albumCloudShared, .share)
    add(rows.filter { $0.kind == .imported }, .albumImported, .importSession)
    for row in rows {
      guard let kind = row.kind, let path = ancestors(row) else { continue }
      switch kind {
      case .folder: folders.append(PhotosFolder(row, in: path))
      case .smart, .project: opaque.append((row.title, kind))
      case .regular, .shared, .imported, .root: break
      }
    }
  }

  /// The maximum depth of folders; Photos shows far fewer.
  private static let deepest = 100
}

extension PhotosAlbum {
  fileprivate init(
    _ row: PhotosAlbumRow, in folders: [PhotosAlbumRow], _ subtype: CollectionSubtype,
    _ link: PhotosAlbumLink
  ) {
    self.init(
      link: link, key: row.key, identifier: row.uuid + PhotosIdentifier.albumSuffix,
      subtype: subtype, title: row.title, folderPath: folders.map(\.title), order: row.order,
      folderKeys: folders.map(\.key))
  }
}

extension PhotosFolder {
  fileprivate init(_ row: PhotosAlbumRow, in folders: [PhotosAlbumRow]) {
    self.init(
      key: row.key, identifier: row.uuid + PhotosIdentifier.folderSuffix, title: row.title,
      folderPath: folders.map(\.title))
  }
}

extension PhotosAlbumTree {
  /// Removes albums without a chosen asset, even empty ones; throws ``SQLiteProblem`` if reading
  /// fails.
  static func keepChosen(
    of rows: inout [PhotosAlbumRow], _ shares: inout [PhotosAlbumRow],
    _ connection: SQLiteConnection, _ schema: PhotosSchema
  ) throws {
    let isThere = SQLText(joining: PhotosSelection().existence(schema), with: "AND", empty: "1")
    func keys(_ sql: String) throws -> Set<Int64> {
      var keys: Set<Int64> = []
      try connection.forEachRow(of: SQLText("\(sql) WHERE ") + isThere) {
        if let key = $0.integer(0) { keys.insert(key) }
      }
      return keys
    }
    let assets = "\(schema.assets.name) a"
    var albums: Set<Int64> = []
    if let members = schema.members {
      albums = try keys(
        "SELECT DISTINCT z.\(members.album) FROM \(members.table) z "
          + "JOIN \(assets) ON a.Z_PK = z.\(members.asset)")
    }
    if schema.assets.has("ZIMPORTSESSION") {
      albums.formUnion(try keys("SELECT DISTINCT a.ZIMPORTSESSION FROM \(assets)"))
    }
    rows.removeAll { row in
      row.kind != .folder && row.kind != .root && !albums.contains(row.key)
    }
    if !shares.isEmpty {
      let shared = try keys("SELECT DISTINCT a.ZCOLLECTIONSHARE FROM \(assets)")
      shares.removeAll { !shared.contains($0.key) }
    }
  }
}
