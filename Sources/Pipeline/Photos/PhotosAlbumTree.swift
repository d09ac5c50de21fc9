/// The albums and folders of a library.
struct PhotosAlbumTree {
  /// Albums that a person made, then those that are shared, then imports.
  private(set) var albums: [PhotosAlbum] = []
  private(set) var folders: [PhotosFolder] = []

  /// ZGENERICALBUM.ZKIND.
  enum Kind {
    static let regular: Int64 = 2
    static let shared: Int64 = 1505
    static let imported: Int64 = 1506
    static let folder: Int64 = 4000
    static let root: Int64 = 3999
  }

  private struct Row {
    let key: Int64
    let kind: Int64
    let uuid: String
    let title: String
    let parent: Int64?
    let place: Int64
    let order: PhotosAlbumOrder
    var keyAsset: String?
  }

  /// - Throws: ``SQLiteProblem``.
  init(_ connection: SQLiteConnection, _ schema: PhotosSchema) throws {
    let table = schema.albums
    guard ["Z_PK", "ZKIND", "ZUUID"].allSatisfy(table.has) else { return }
    func column(_ name: String) -> String { table.has(name) ? "g.\(name)" : "NULL" }
    let keyAsset =
      table.first("ZCUSTOMKEYASSET", "ZKEYASSET").map { column in
        "(SELECT a.ZUUID FROM \(schema.assets.name) a WHERE a.Z_PK = g.\(column))"
      } ?? "NULL"
    let names = [
      "g.Z_PK", "g.ZKIND", "g.ZUUID", column("ZTITLE"), column("ZPARENTFOLDER"),
      column("Z_FOK_PARENTFOLDER"), column("ZCUSTOMSORTKEY"), column("ZCUSTOMSORTASCENDING"),
      keyAsset,
    ]
    let trash = table.has("ZTRASHEDSTATE") ? " AND g.ZTRASHEDSTATE = 0" : ""
    let sql = SQLText(
      "SELECT \(names.joined(separator: ", ")) FROM ZGENERICALBUM g "
        + "WHERE g.ZKIND IN (?, ?, ?, ?, ?)\(trash)",
      [Kind.regular, Kind.shared, Kind.imported, Kind.folder, Kind.root].map(SQLiteValue.integer))
    var rows: [Row] = []
    try connection.forEachRow(of: sql) { row in
      guard let key = row.integer(0), let kind = row.integer(1), let uuid = row.text(2) else {
        return
      }
      rows.append(
        Row(
          key: key, kind: kind, uuid: uuid, title: row.text(3) ?? "", parent: row.integer(4),
          place: row.integer(5) ?? .max,
          order: PhotosAlbumOrder(key: row.integer(6), ascending: row.integer(7)),
          keyAsset: row.text(8)))
    }
    if let chosen = schema.chosen { try keep(chosen, of: &rows, connection, schema) }
    build(rows)
    if schema.chosen != nil {
      // A folder whose albums are not there is not there either.
      folders.removeAll { folder in !albums.contains { $0.folderKeys.contains(folder.key) } }
    }
  }

  /// Leaves out the albums that none of the chosen assets is in, the empty ones among them, and
  /// what is said of other assets.
  private func keep(
    _ chosen: ChosenAssets, of rows: inout [Row], _ connection: SQLiteConnection,
    _ schema: PhotosSchema
  ) throws {
    let isThere = SQLText(joining: PhotosSelection().existence(schema), with: "AND", empty: "1")
    var keys: Set<Int64> = []
    func collect(_ sql: String) throws {
      try connection.forEachRow(of: SQLText("\(sql) WHERE ") + isThere) {
        if let key = $0.integer(0) { keys.insert(key) }
      }
    }
    let assets = "\(schema.assets.name) a"
    if let members = schema.members {
      try collect(
        "SELECT DISTINCT z.\(members.album) FROM \(members.table) z "
          + "JOIN \(assets) ON a.Z_PK = z.\(members.asset)")
    }
    if schema.assets.has("ZIMPORTSESSION") {
      try collect("SELECT DISTINCT a.ZIMPORTSESSION FROM \(assets)")
    }
    rows.removeAll { row in
      row.kind != Kind.folder && row.kind != Kind.root && !keys.contains(row.key)
    }
    for place in rows.indices {
      if let uuid = rows[place].keyAsset, !chosen.contains(uuid: uuid) {
        rows[place].keyAsset = nil
      }
    }
  }

  private mutating func build(_ rows: [Row]) {
    let inOrder = rows.sorted { ($0.place, $0.key) < ($1.place, $1.key) }
    var known: [Int64: Row] = [:]
    for row in rows { known[row.key] = row }
    /// The folders around a row, outermost first; nil for one below a folder that was deleted.
    func ancestors(_ row: Row) -> [Row]? {
      var path: [Row] = []
      var next = row.parent
      while let key = next {
        guard let folder = known[key], path.count < 100 else { return nil }
        if folder.kind == Kind.root { break }
        guard folder.kind == Kind.folder else { return nil }
        path.append(folder)
        next = folder.parent
      }
      return path.reversed()
    }
    let kinds: [(kind: Int64, subtype: CollectionSubtype)] = [
      (Kind.regular, .albumRegular), (Kind.shared, .albumCloudShared),
      (Kind.imported, .albumImported),
    ]
    for (kind, subtype) in kinds {
      for row in inOrder where row.kind == kind {
        guard let path = ancestors(row) else { continue }
        albums.append(
          PhotosAlbum(
            key: row.key, localIdentifier: row.uuid + PhotosIdentifier.albumSuffix,
            subtype: subtype, title: row.title, folderPath: path.map(\.title), order: row.order,
            keyAssetIdentifier: row.keyAsset.map { "\($0)\(PhotosIdentifier.assetSuffix)" },
            folderKeys: path.map(\.key)))
      }
    }
    for row in inOrder where row.kind == Kind.folder {
      guard let path = ancestors(row) else { continue }
      folders.append(
        PhotosFolder(
          key: row.key, localIdentifier: row.uuid + PhotosIdentifier.folderSuffix,
          title: row.title, folderPath: path.map(\.title)))
    }
  }
}
