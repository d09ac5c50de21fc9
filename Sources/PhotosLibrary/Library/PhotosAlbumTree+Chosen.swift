internal import SQLite

extension PhotosAlbumTree {
  /// Leaves out the albums that none of the chosen assets is in, the empty ones among them, and
  /// what is said of other assets.
  ///
  /// - Throws: ``SQLiteProblem``.
  static func keep(
    _ chosen: ChosenAssets, of rows: inout [PhotosAlbumRow], _ shares: inout [PhotosAlbumRow],
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
    hideKeys(of: &rows, but: chosen)
    hideKeys(of: &shares, but: chosen)
  }

  private static func hideKeys(of rows: inout [PhotosAlbumRow], but chosen: ChosenAssets) {
    for place in rows.indices {
      if let uuid = rows[place].keyAsset, !chosen.contains(uuid: uuid) {
        rows[place].keyAsset = nil
      }
    }
  }
}
