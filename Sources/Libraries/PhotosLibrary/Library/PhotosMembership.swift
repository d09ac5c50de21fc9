internal import Files

/// SQL conditions that are true if the asset `a` is in an album.
struct PhotosMembership {
  private let schema: PhotosSchema

  init(_ schema: PhotosSchema) {
    self.schema = schema
  }

  func isMember(of albums: [PhotosAlbum]) -> SQLText {
    func keys(_ link: PhotosAlbumLink) -> String? {
      let keys = albums.filter { $0.link == link }.map { "\($0.key)" }
      return keys.isEmpty ? nil : keys.joined(separator: ", ")
    }
    return any([
      keys(.list).map { isListed("IN (\($0))") },
      keys(.importSession).map { isImported("IN (\($0))") },
      keys(.share).map { isShared("IN (\($0))") },
    ])
  }

  func isMember(of subtype: CollectionSubtype) -> SQLText {
    switch subtype {
    case .albumImported: SQLText(isImported("IS NOT NULL"))
    case .albumCloudShared:
      any([
        isListed(albums(of: .shared)),
        schema.shares.map { isShared("IN (\(keys(in: $0.table, "g.Z_ENT = \($0.entity)")))") },
      ])
    default: SQLText(isListed(albums(of: .regular)))
    }
  }

  private func any(_ conditions: [String?]) -> SQLText {
    SQLText(joining: conditions.compactMap { $0.map { SQLText($0) } }, with: "OR", empty: "0")
  }

  private func albums(of kind: PhotosAlbumRow.Kind) -> String {
    guard schema.albums.has("ZKIND"), schema.albums.has("Z_PK") else { return "IN ()" }
    return "IN (\(keys(in: schema.albums, "g.ZKIND = \(kind.rawValue)")))"
  }

  private func keys(in table: PhotosSchema.Table, _ condition: String) -> String {
    let trash = table.has("ZTRASHEDSTATE") ? " AND g.ZTRASHEDSTATE = 0" : ""
    return "SELECT g.Z_PK FROM \(table.name) g WHERE \(condition)\(trash)"
  }

  private func isListed(_ album: String) -> String {
    guard let members = schema.members else { return "0" }
    return "EXISTS (SELECT 1 FROM \(members.table) z WHERE z.\(members.asset) = a.Z_PK "
      + "AND z.\(members.album) \(album))"
  }

  private func isImported(_ session: String) -> String {
    schema.assets.has("ZIMPORTSESSION") ? "a.ZIMPORTSESSION \(session)" : "0"
  }

  private func isShared(_ share: String) -> String {
    schema.shares == nil ? "0" : "a.ZCOLLECTIONSHARE \(share)"
  }
}
