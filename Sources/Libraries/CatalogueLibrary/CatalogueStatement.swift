internal import Files

/// The assets of a catalogue that a fetch needs, and their order.
struct CatalogueSelection: Sendable {
  var includesHidden = false
  /// The tests that SQL answers.
  var predicate = AssetPredicate.always
  /// The order; empty for that of the catalogue.
  var order: [SortKey] = []
  /// The album whose members are wanted: its sort in the declaration, and its identifier there.
  var album: (sort: Int, id: SQLiteValue)?
}

/// The statements for a selection.
struct CatalogueStatement {
  private let fields: CatalogueFields
  private let tail: SQLText
  private let order: String

  /// Returns the columns of assets: row, path, root, then those of each field.
  static func columns(_ fields: CatalogueFields) -> [String] {
    let assets = fields.declaration.assets
    let root = assets.root.map { "CAST((\($0)) AS TEXT)" } ?? "NULL"
    return [fields.row, "as_text((\(assets.path)))", root]
      + fields.single.flatMap { fields.columns($0) ?? [] }
  }

  /// - Parameter number: Returns the number of a test, see ``CataloguePredicate``.
  /// - Precondition: SQL answers the predicate and the order.
  init(
    _ selection: CatalogueSelection, _ fields: CatalogueFields,
    number: @escaping (AssetPredicate) -> Int = { _ in 0 }
  ) {
    self.fields = fields
    let assets = fields.declaration.assets
    var conditions = assets.rows.condition.map { [SQLText("(\($0))")] } ?? []
    if !selection.includesHidden, let hidden = fields.columns(.isHidden)?.first {
      conditions.append(SQLText("(\(hidden) IS NOT 1)"))
    }
    if let (sort, id) = selection.album {
      let members = fields.declaration.albums[sort].members
      let own = members.rows.condition.map { "(\($0)) AND " } ?? ""
      conditions.append(
        SQLText(
          "(\(fields.row) IN (SELECT (\(members.asset)) FROM \(members.rows.from) WHERE \(own)"
            + "(\(members.asset)) IS NOT NULL AND (\(members.album)) = ?))", [id]))
    }
    if selection.predicate != .always {
      guard let tests = CataloguePredicate(fields, number: number).compile(selection.predicate)
      else { preconditionFailure("a catalogue is asked only what it answers") }
      conditions.append(tests)
      conditions += CatalogueBound(fields).conditions(selection.predicate.conjuncts)
    }
    tail =
      SQLText("FROM \(assets.rows.from) WHERE ")
      + SQLText(joining: conditions, with: "AND", empty: "1")
    let keys = selection.order.flatMap { key -> [String] in
      guard let column = fields.sortColumn(key.field) else {
        preconditionFailure("a catalogue is asked only for an order that it has")
      }
      return ["\(column) IS NULL", column + (key.isDescending ? " DESC" : "")]
    }
    order =
      keys.isEmpty
      ? fields.row : (keys + [fields.identifier]).joined(separator: ", ")
  }

  /// The assets with their columns, in order.
  var rows: SQLText {
    SQLText("SELECT \(Self.columns(fields).joined(separator: ", ")) ") + tail
      + SQLText(" ORDER BY \(order)")
  }

  /// The identifiers of the assets, in order.
  var keys: SQLText { SQLText("SELECT \(fields.row) ") + tail + SQLText(" ORDER BY \(order)") }

  var count: SQLText { SQLText("SELECT count(*) ") + tail }

  /// The albums with assets of the selection: identifier, number of assets, place of the first, and
  /// its identifier.
  func counts(of members: CatalogueDeclaration.Members) -> SQLText {
    let own = members.rows.condition.map { " WHERE \($0)" } ?? ""
    return SQLText(
      "WITH counted(id, place) AS MATERIALIZED (SELECT \(fields.row), "
        + "row_number() OVER (ORDER BY \(order)) ") + tail
      + SQLText(
        "), member(album, asset) AS (SELECT (\(members.album)), (\(members.asset)) "
          + "FROM \(members.rows.from)\(own)) SELECT m.album, count(DISTINCT c.id), min(c.place), "
          + "c.id FROM member m JOIN counted c ON c.id = m.asset GROUP BY m.album")
  }

  /// The members of a sort of albums: album and asset.
  static func pairs(of members: CatalogueDeclaration.Members) -> SQLText {
    SQLText(
      "SELECT (\(members.album)), (\(members.asset)) FROM \(members.rows.from)"
        + (members.rows.condition.map { " WHERE \($0)" } ?? ""))
  }

  /// The statement without its columns, for the user.
  var summary: String { "SELECT … " + (tail + SQLText(" ORDER BY \(order)")).literal }

  /// The assets with some identifiers, in any order.
  static func rows(of fields: CatalogueFields) -> String {
    "SELECT \(columns(fields).joined(separator: ", ")) FROM "
      + "\(fields.declaration.assets.rows.from) WHERE \(isListed(fields.row))"
      + (fields.declaration.assets.rows.condition.map { " AND (\($0))" } ?? "")
  }

  /// The texts of a list for the assets with some identifiers: asset and text.
  static func texts(of list: CatalogueDeclaration.List) -> String {
    var sql = "SELECT (\(list.asset)), as_text((\(list.value))) FROM \(list.rows.from) WHERE "
    if let own = list.rows.condition { sql += "(\(own)) AND " }
    sql += isListed("(\(list.asset))")
    return sql + (list.rows.order.map { " ORDER BY \($0)" } ?? "")
  }

  /// A condition with one parameter, a list of numbers in JSON.
  private static func isListed(_ sql: String) -> String {
    "\(sql) IN (SELECT value FROM json_each(?))"
  }
}
