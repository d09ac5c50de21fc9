internal import Files

struct PhotosStatement {
  let count: SQLText
  /// The statements of row numbers and dates only, from an index; unordered in one millisecond.
  let listing: [SQLText]
  /// The text of each statement after the columns.
  private let tails: [SQLText]
  private let schema: PhotosSchema

  init(_ selection: PhotosSelection, _ schema: PhotosSchema) {
    var tables = SQLText("FROM \(schema.tables)")
    var conditions = selection.conditions(schema)
    var order = "a.Z_PK"
    switch selection.album {
    case .one(let album):
      order = album.order.sql(album.link, schema)
      if album.link == .list, let members = schema.members {
        // CROSS makes SQLite begin with the album's list, which is short, whatever the conditions.
        tables = SQLText("FROM \(members.table) z CROSS JOIN \(schema.tables)")
        conditions.append(
          SQLText(
            "(z.\(members.album) = ? AND a.Z_PK = z.\(members.asset))", [.integer(album.key)]))
      } else {
        conditions.append(PhotosMembership(schema).isMember(of: [album]))
      }
    case .several(let albums): conditions.append(PhotosMembership(schema).isMember(of: albums))
    case .kind(let subtype): conditions.append(PhotosMembership(schema).isMember(of: subtype))
    case .recentlyAdded:
      if schema.assets.has("ZADDEDDATE") { order = "a.ZADDEDDATE DESC, a.ZUUID" }
    case nil: break
    }
    conditions +=
      PhotosPredicate(schema, albums: selection.albums).translate(selection.predicate).conditions
    let rest =
      tables + SQLText(" WHERE ") + SQLText(joining: conditions, with: "AND", empty: "1")
    let orders = selection.order?.parts(schema, of: selection.predicate) ?? [(SQLText("1"), order)]
    let tails = orders.map { part in
      let narrower = selection.order == nil ? SQLText("") : SQLText(" AND ") + part.condition
      return rest + narrower + SQLText(" ORDER BY \(part.order)")
    }
    let date = selection.order?.column.sql(schema) ?? "NULL"
    listing = orders.enumerated().map { place, part in
      guard let byDate = selection.order, place == 0 else {
        return SQLText("SELECT a.Z_PK, NULL ") + tails[place]
      }
      return SQLText("SELECT a.Z_PK, \(date) ") + rest + SQLText(" AND ") + part.condition
        + SQLText(" ORDER BY \(date)\(byDate.isDescending ? " DESC" : "")")
    }
    count = SQLText("SELECT count(*) ") + rest
    self.tails = tails
    self.schema = schema
  }

  /// Returns the statement that counts the assets of several selections in one pass, each in a column.
  /// They differ in their tests alone; all assets pass those in `predicate`, too.
  static func counts(
    of selections: [PhotosSelection], passing predicate: AssetPredicate, _ schema: PhotosSchema
  ) -> SQLText {
    let sql = PhotosPredicate(schema)
    var columns = SQLText("SELECT ")
    for (place, selection) in selections.enumerated() {
      let tests = sql.translate(selection.predicate).conditions
      columns += SQLText(place == 0 ? "count(CASE WHEN " : ", count(CASE WHEN ")
      columns += SQLText(joining: tests, with: "AND", empty: "1") + SQLText(" THEN 1 END)")
    }
    let common =
      (selections.first?.conditions(schema) ?? []) + sql.translate(predicate).conditions
    return columns + SQLText(" FROM \(schema.tables) WHERE ")
      + SQLText(joining: common, with: "AND", empty: "1")
  }

  /// The statements that return the assets, to be run one after the other.
  var parts: [SQLText] {
    let columns = Self.columns(schema)
    return tails.map { SQLText("SELECT \(columns) ") + $0 }
  }

  /// The statements as `explain` shows them, with `…` for the columns.
  var summary: [String] { tails.map { "SELECT … \($0.literal)" } }

  static func row(_ schema: PhotosSchema) -> SQLText {
    SQLText("SELECT \(columns(schema)) FROM \(schema.tables) WHERE a.Z_PK = ?", [.integer(0)])
  }

  private static func columns(_ schema: PhotosSchema) -> String {
    PhotosColumn.allCases.map { $0.sql(schema) }.joined(separator: ", ")
  }

  /// The statements that count an album and find its first asset, as `explain` shows them.
  var albumSummary: [String] { [count.literal] + listing.prefix(1).map(\.literal) }
}
