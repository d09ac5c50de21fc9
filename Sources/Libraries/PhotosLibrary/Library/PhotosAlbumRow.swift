internal import Files

/// A row of the table of albums and folders, which also contains other lists.
struct PhotosAlbumRow {
  let key: Int64
  /// The kind; nil for a kind that is neither shown nor can be named.
  let kind: Kind?
  let uuid: String
  let title: String
  let parent: Int64?
  let place: Int64
  let order: PhotosAlbumOrder
  let isTrashed: Bool

  /// The values of ZGENERICALBUM.ZKIND that are read.
  enum Kind: Int64, CaseIterable {
    case regular = 2
    case shared = 1505
    case imported = 1506
    /// A smart album that the user defined.
    case smart = 1507
    /// A book, a calendar, a slideshow.
    case project = 1508
    case root = 3999
    case folder = 4000
  }

  /// Returns the columns that ``init(_:)`` reads, of the table `g`; NULL for missing ones.
  static func columns(of table: PhotosSchema.Table) -> String {
    func column(_ name: String, orElse other: String = "NULL") -> String {
      table.has(name) ? "g.\(name)" : other
    }
    return [
      "g.Z_PK", column("ZKIND"), "g.ZUUID", column("ZTITLE"), column("ZPARENTFOLDER"),
      column("Z_FOK_PARENTFOLDER"), column("ZCUSTOMSORTKEY"), column("ZCUSTOMSORTASCENDING"),
      column("ZTRASHEDSTATE", orElse: "0"),
    ].joined(separator: ", ")
  }

  /// Reads the current row of a statement; nil without a key or an identifier.
  init?(_ row: SQLiteStatement) {
    guard let key = row.integer(0), let uuid = row.text(2) else { return nil }
    self.key = key
    self.uuid = uuid
    kind = row.integer(1).flatMap(Kind.init)
    title = row.text(3) ?? ""
    parent = row.integer(4)
    place = row.integer(5) ?? .max
    order = PhotosAlbumOrder(key: row.integer(6), ascending: row.integer(7))
    isTrashed = row.integer(8) != 0
  }
}
