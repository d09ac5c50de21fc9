/// The order in which Photos shows the assets of an album.
package enum PhotosAlbumOrder: Hashable, Sendable {
  /// As the person put them.
  case manual
  case date(isAscending: Bool)
  case title(isAscending: Bool)

  /// Reads ZCUSTOMSORTKEY and ZCUSTOMSORTASCENDING.
  init(key: Int64?, ascending: Int64?) {
    let isAscending = ascending != 0
    switch key {
    case 1: self = .date(isAscending: isAscending)
    case 5: self = .title(isAscending: isAscending)
    default: self = .manual
    }
  }

  /// The keys of an ORDER BY over the assets `a` and the album's list `z`; what is equal follows the
  /// UUID.
  func sql(_ members: PhotosSchema.AlbumMembers, _ schema: PhotosSchema) -> String {
    let first: String? =
      switch self {
      case .manual: members.place.map { "z.\($0)" }
      case .date(let isAscending):
        schema.assets.has("ZDATECREATED") ? "a.ZDATECREATED" + (isAscending ? "" : " DESC") : nil
      case .title(let isAscending):
        schema.details.has("ZTITLE")
          ? "b.ZTITLE COLLATE NOCASE" + (isAscending ? "" : " DESC") : nil
      }
    return (first.map { "\($0), " } ?? "") + "a.ZUUID"
  }
}
