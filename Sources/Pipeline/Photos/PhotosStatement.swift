/// The statements that give the assets of a selection.
struct PhotosStatement {
  /// What gives the assets, one statement after the other.
  let parts: [SQLText]
  /// The same assets, counted.
  let count: SQLText
  /// The same in their order, as no more than their rows, dates and UUIDs.
  let places: [SQLText]
  /// The first of those.
  var rows: [SQLText] { places.map { $0 + SQLText(" LIMIT \(Self.firstRows)") } }
  /// The same for a person, without the columns.
  let summary: [String]

  init(_ selection: PhotosSelection, _ schema: PhotosSchema) {
    var tables = SQLText("FROM \(schema.tables)")
    var conditions = selection.conditions(schema)
    var order = "a.Z_PK"
    switch selection.album {
    case .one(let album) where album.subtype != .albumImported:
      guard let members = schema.members else {
        conditions.append(SQLText("0"))
        break
      }
      // CROSS has SQLite begin with the album's list, which is short, whatever else is asked.
      tables = SQLText("FROM \(members.table) z CROSS JOIN \(schema.tables)")
      conditions.append(
        SQLText(
          "(z.\(members.album) = ? AND a.Z_PK = z.\(members.asset))", [.integer(album.key)]))
      order = album.order.sql(members, schema)
    case .one(let album): conditions.append(Self.isImported(by: album.key, schema))
    case .several(let albums):
      let keys = albums.map { "\($0.key)" }.joined(separator: ", ")
      conditions.append(Self.isMember("z.%album IN (\(keys))", schema))
    case .kind(.albumImported): conditions.append(Self.isImported(by: nil, schema))
    case .kind(let subtype): conditions.append(Self.isMember(of: subtype, schema))
    case .recentlyAdded:
      if schema.assets.has("ZADDEDDATE") { order = "a.ZADDEDDATE DESC, a.ZUUID" }
    case nil: break
    }
    if let pushed = PhotosPredicate(schema).compile(selection.predicate) {
      conditions.append(pushed.sql)
    }
    let rest =
      tables + SQLText(" WHERE ") + SQLText(joining: conditions, with: "AND", empty: "1")
    let orders = selection.order?.parts(schema) ?? [(SQLText("1"), order)]
    let tails = orders.map { part in
      let narrower = orders.count > 1 ? SQLText(" AND ") + part.condition : SQLText("")
      return rest + narrower + SQLText(" ORDER BY \(part.order)")
    }
    let columns = Self.columns(schema)
    parts = tails.map { SQLText("SELECT \(columns) ") + $0 }
    let date = selection.order?.column.sql(schema) ?? "NULL"
    places = tails.map { SQLText("SELECT a.Z_PK, \(date), a.ZUUID ") + $0 }
    count = SQLText("SELECT count(*) ") + rest
    summary = tails.map { "SELECT … \($0.literal)" }
  }

  /// What gives the asset of one row, whose number is the parameter.
  static func row(_ schema: PhotosSchema) -> SQLText {
    SQLText("SELECT \(columns(schema)) FROM \(schema.tables) WHERE a.Z_PK = ?", [.integer(0)])
  }

  private static func columns(_ schema: PhotosSchema) -> String {
    PhotosColumn.allCases.map { $0.sql(schema) }.joined(separator: ", ")
  }

  /// No camera takes so many pictures in one millisecond, whose order the database does not know.
  static let firstRows = 256

  /// What is asked first to count an album and to find its first asset, for a person.
  var albumSummary: [String] { [count.literal] + rows.prefix(1).map(\.literal) }

  /// Whether the asset is on an album's list; `%album` stands for the column of albums.
  private static func isMember(_ condition: String, _ schema: PhotosSchema) -> SQLText {
    guard let members = schema.members else { return SQLText("0") }
    let parts = condition.split(separator: "%album", omittingEmptySubsequences: false)
    return SQLText(
      "EXISTS (SELECT 1 FROM \(members.table) z WHERE z.\(members.asset) = a.Z_PK "
        + "AND \(parts.joined(separator: members.album)))")
  }

  private static func isMember(of subtype: CollectionSubtype, _ schema: PhotosSchema) -> SQLText {
    guard schema.albums.has("ZKIND"), schema.albums.has("Z_PK") else { return SQLText("0") }
    let kind =
      subtype == .albumCloudShared ? PhotosAlbumTree.Kind.shared : PhotosAlbumTree.Kind.regular
    let trash = schema.albums.has("ZTRASHEDSTATE") ? " AND g.ZTRASHEDSTATE = 0" : ""
    return isMember(
      "z.%album IN (SELECT g.Z_PK FROM ZGENERICALBUM g WHERE g.ZKIND = \(kind)\(trash))", schema)
  }

  private static func isImported(by session: Int64?, _ schema: PhotosSchema) -> SQLText {
    guard schema.assets.has("ZIMPORTSESSION") else { return SQLText("0") }
    guard let session else { return SQLText("a.ZIMPORTSESSION IS NOT NULL") }
    return SQLText("a.ZIMPORTSESSION = ?", [.integer(session)])
  }
}
