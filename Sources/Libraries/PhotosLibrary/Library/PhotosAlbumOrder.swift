/// The order in which Photos shows the assets of an album.
package enum PhotosAlbumOrder: Hashable, Sendable {
  /// The order that the user arranged.
  case manual
  /// The order of creation dates.
  case date(isAscending: Bool)
  /// The order of titles.
  case title(isAscending: Bool)

  /// Creates the order of the values of ZCUSTOMSORTKEY, 1 for dates or 5 for titles, and of
  /// ZCUSTOMSORTASCENDING, 0 for a descending one.
  init(key: Int64?, ascending: Int64?) {
    let isAscending = ascending != 0
    switch key {
    case 1: self = .date(isAscending: isAscending)
    case 5: self = .title(isAscending: isAscending)
    default: self = .manual
    }
  }

  /// Returns the terms after `ORDER BY` over the assets `a` and the list `z`, `a.ZUUID` last.
  func sql(_ link: PhotosAlbumLink, _ schema: PhotosSchema) -> String {
    let first: String? =
      switch self {
      case .manual: Self.place(link, schema)
      case .date(let isAscending):
        schema.assets.has("ZDATECREATED") ? "a.ZDATECREATED" + (isAscending ? "" : " DESC") : nil
      case .title(let isAscending):
        schema.details.has("ZTITLE")
          ? "b.ZTITLE COLLATE NOCASE" + (isAscending ? "" : " DESC") : nil
      }
    return (first.map { "\($0), " } ?? "") + "a.ZUUID"
  }

  /// Returns the column with an asset's position, for shares the order of publishing; or nil.
  private static func place(_ link: PhotosAlbumLink, _ schema: PhotosSchema) -> String? {
    switch link {
    case .list: schema.members?.place.map { "z.\($0)" }
    case .importSession: schema.assets.first("Z_FOK_IMPORTSESSION").map { "a.\($0)" }
    case .share:
      schema.assets.first("ZCLOUDBATCHPUBLISHDATE").map { "a.\($0), a.Z_PK" } ?? "a.Z_PK"
    }
  }
}
