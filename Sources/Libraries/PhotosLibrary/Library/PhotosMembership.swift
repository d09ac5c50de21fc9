internal import Files

/// SQL conditions that are true if the asset `a` is in an album.
struct PhotosMembership {
  private let schema: PhotosSchema

  init(_ schema: PhotosSchema) {
    self.schema = schema
  }

  func isMember(of albums: [PhotosAlbum]) -> SQLText {
    /// Returns a condition for the albums with a link, by their keys; nil if there are none.
    func condition(_ link: PhotosAlbumLink, _ make: (String) -> String) -> SQLText? {
      let keys = albums.filter { $0.link == link }.map(\.key)
      if keys.isEmpty { return nil }
      let marks = keys.map { _ in "?" }.joined(separator: ", ")
      return SQLText(make("IN (\(marks))"), keys.map { .integer($0) })
    }
    return any([
      condition(.list, isListed), condition(.importSession, isImported),
      condition(.share, isShared),
    ])
  }

  func isMember(of subtype: CollectionSubtype) -> SQLText {
    switch subtype {
    case .albumImported: SQLText(isImported("IS NOT NULL"))
    case .albumCloudShared:
      any([
        SQLText(isListed(albums(of: .shared))),
        schema.shares.map {
          SQLText(isShared("IN (\(keys(in: $0.table, "g.Z_ENT = \($0.entity)")))"))
        },
      ])
    default: SQLText(isListed(albums(of: .regular)))
    }
  }

  private func any(_ conditions: [SQLText?]) -> SQLText {
    SQLText(joining: conditions.compactMap(\.self), with: "OR", empty: "0")
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
