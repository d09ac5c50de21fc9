internal import Files

/// The assets of a catalogue that a fetch needs, and their order.
struct CatalogueSelection: Sendable {
  var includesHidden = false
  /// The tests, which SQL answers as far as it can.
  var predicate = AssetPredicate.always
  /// The order; empty for that of the catalogue.
  var order: [SortKey] = []
  /// The album whose members are wanted: its sort in the declaration, and its identifier there.
  var album: (sort: Int, id: SQLiteValue)?
  /// The number of assets that are wanted; nil for all.
  var limit: Int?
}

/// The SQL statements that read, count or list the assets of a selection.
struct CatalogueStatement {
  private let fields: CatalogueFields
  private let order: [SortKey]
  private let limit: Int?
  /// The SQL from `FROM` to the end of the condition, for each table that has assets.
  private let tails: [SQLText]
  private let tables: [CatalogueFields]

  /// Returns the columns of assets: row, path, root, those of each field, and those of versions.
  static func columns(_ fields: CatalogueFields) -> [String] {
    let assets = fields.assets
    let root = assets.root.map { "CAST((\($0)) AS TEXT)" } ?? "NULL"
    return [fields.row, "as_text((\(assets.path)))", root]
      + fields.single.flatMap { fields.columns($0) ?? [] }
      + (fields.hasVersions ? fields.versionColumns : [])
  }

  /// - Precondition: SQL answers the order.
  init(_ selection: CatalogueSelection, _ fields: CatalogueFields) {
    self.fields = fields
    order = selection.order
    limit = selection.limit
    tables = fields.tables
    tails = tables.map { Self.tail(selection, $0) }
  }

  private static func tail(_ selection: CatalogueSelection, _ fields: CatalogueFields) -> SQLText {
    let rows = fields.assets.rows
    var conditions = rows.condition.map { [SQLText("(\($0))")] } ?? []
    if !selection.includesHidden, let hidden = fields.columns(.isHidden)?.first {
      conditions.append(SQLText("(\(hidden) IS NOT 1)"))
    }
    if let (sort, id) = selection.album {
      let members = fields.declaration.albums[sort].members
      let own = members.rows.condition.map { "(\($0)) AND " } ?? ""
      conditions.append(
        SQLText(
          "(\(fields.row) IN (SELECT (\(members.key)) FROM \(members.tables) WHERE \(own)"
            + "(\(members.key)) IS NOT NULL AND (\(members.album)) = ?))", [id]))
    }
    conditions += CataloguePredicate(fields: fields).translate(selection.predicate).conditions
    conditions += CatalogueBound(fields: fields).conditions(selection.predicate)
    return SQLText("FROM \(rows.from) WHERE ")
      + SQLText(joining: conditions, with: "AND", empty: "1")
  }

  /// Returns the expressions that sort a table's assets, one for each key of the order.
  private func keys(_ fields: CatalogueFields) -> [String] {
    order.map { key in
      guard let column = fields.sortColumn(key.field) else {
        preconditionFailure("a catalogue is asked only for an order that it has")
      }
      return column
    }
  }

  /// Returns the terms behind `ORDER BY`: each key, its NULLs last, and then those of the
  /// identifier.
  private func terms(_ keys: [String], _ identifier: [String]) -> String {
    let terms = zip(order, keys).flatMap { key, column in
      ["\(column) IS NULL", column + (key.isDescending ? " DESC" : "")]
    }
    return (terms + identifier).joined(separator: ", ")
  }

  /// Returns statements whose rows, one statement after the other, are the assets in order.
  private func statements(_ columns: (CatalogueFields) -> [String]) -> [SQLText] {
    let end = limit.map { SQLText(" LIMIT \($0)") } ?? SQLText("")
    // Each table has its own order, so that the first row needs no sort of all.
    guard !order.isEmpty, tables.count > 1 else {
      return zip(tables, tails).map { table, tail in
        let terms =
          order.isEmpty ? table.rowOrder : terms(keys(table), [table.identifier])
        return SQLText("SELECT \(columns(table).joined(separator: ", ")) ") + tail
          + SQLText(" ORDER BY \(terms)") + end
      }
    }
    let names = order.indices.map { "key\($0)" }
    return [
      SQLText("SELECT * FROM (") + union(columns)
        + SQLText(") ORDER BY \(terms(names, ["source", "place"]))") + end
    ]
  }

  /// Returns the assets of all tables, with the columns that they are sorted by.
  private func union(_ columns: (CatalogueFields) -> [String]) -> SQLText {
    let isInOrder = fields.identifiers.areInOrder
    var found = SQLText("")
    for (table, tail) in zip(tables, tails) {
      if !found.text.isEmpty { found += SQLText(" UNION ALL ") }
      let keys = keys(table).enumerated().map { "\($1) AS key\($0)" }
      let place = isInOrder ? table.rowOrder : table.identifier
      let source = isInOrder ? "\(table.source)" : "0"
      let all = columns(table) + keys + ["\(source) AS source", "\(place) AS place"]
      found += SQLText("SELECT \(all.joined(separator: ", ")) ") + tail
    }
    return found
  }

  /// The statements for the assets with their columns, one behind the other.
  var rows: [SQLText] { statements(Self.columns) }

  /// The statements for the keys of the assets, one behind the other.
  var keys: [SQLText] { statements { [$0.row] } }

  var count: SQLText {
    guard tails.count > 1 else { return SQLText("SELECT count(*) ") + tails[0] }
    return SQLText("SELECT ")
      + tails.dropFirst().reduce(SQLText("(SELECT count(*) ") + tails[0] + SQLText(")")) {
        $0 + SQLText(" + (SELECT count(*) ") + $1 + SQLText(")")
      }
  }

  /// Returns a statement for the albums with assets of the selection: album, number of assets, the
  /// first asset's place in the order from 1, and its key.
  func counts(of members: CatalogueDeclaration.Members) -> SQLText {
    let own = members.rows.condition.map { " WHERE \($0)" } ?? ""
    let names = order.indices.map { "key\($0)" }
    let counted =
      tables.count > 1
      ? SQLText(
        "SELECT id, row_number() OVER (ORDER BY \(terms(names, ["source", "place"]))) FROM (")
        + union { ["\($0.row) AS id"] } + SQLText(")")
      : SQLText(
        "SELECT \(fields.row), row_number() OVER (ORDER BY "
          + (order.isEmpty ? fields.row : terms(keys(fields), [fields.identifier])) + ") ")
        + tails[0]
    return SQLText("WITH counted(id, place) AS MATERIALIZED (") + counted
      + SQLText(
        "), member(album, asset) AS (SELECT (\(members.album)), (\(members.key)) "
          + "FROM \(members.tables)\(own)) SELECT m.album, count(DISTINCT c.id), min(c.place), "
          + "c.id FROM member m JOIN counted c ON c.id = m.asset GROUP BY m.album")
  }

  /// Returns a statement for a sort's members: album, and asset or the text that names several.
  static func pairs(of members: CatalogueDeclaration.Members) -> SQLText {
    SQLText(
      "SELECT (\(members.album)), (\(members.asset)) FROM \(members.rows.from)"
        + (members.rows.condition.map { " WHERE \($0)" } ?? ""))
  }

  /// The statements as text for the user, with `…` for their columns.
  var summaries: [String] {
    guard !order.isEmpty, tables.count > 1 else {
      return zip(tables, tails).map { table, tail in
        let terms = order.isEmpty ? table.rowOrder : terms(keys(table), [table.identifier])
        return "SELECT … " + (tail + SQLText(" ORDER BY \(terms)")).literal
      }
    }
    return rows.map { "SELECT … FROM (" + $0.literal.dropFirst("SELECT * FROM (".count) }
  }

  /// Returns statements for the assets whose keys are in the parameter, a JSON array, in any order.
  static func rows(of fields: CatalogueFields) -> [String] {
    fields.tables.map { fields in
      "SELECT \(columns(fields).joined(separator: ", ")) FROM \(fields.assets.rows.from)"
        + " WHERE \(fields.isListed)"
        + (fields.assets.rows.condition.map { " AND (\($0))" } ?? "")
    }
  }

  /// Returns a statement for asset and text of a list, of the keys in the parameter, a JSON array.
  static func texts(of list: CatalogueDeclaration.List) -> String {
    var sql = "SELECT (\(list.key)), as_text((\(list.value))) FROM \(list.tables) WHERE "
    if let own = list.rows.condition { sql += "(\(own)) AND " }
    sql += "(\(list.key)) IN (SELECT value FROM json_each(?))"
    return sql + (list.rows.order.map { " ORDER BY \($0)" } ?? "")
  }

  /// Returns a statement for all rows of a list: asset, or the text that names several, and text.
  static func allTexts(of list: CatalogueDeclaration.List) -> String {
    "SELECT (\(list.asset)), as_text((\(list.value))) FROM \(list.rows.from)"
      + (list.rows.condition.map { " WHERE \($0)" } ?? "")
      + (list.rows.order.map { " ORDER BY \($0)" } ?? "")
  }
}

extension CatalogueFields {
  /// True if the declaration has versions of originals in any table.
  var hasVersions: Bool { sources.contains { $0.versions != nil } }

  /// The columns of versions: 1 for unsaved changes, and the paths of ``CatalogueRows/Version``.
  fileprivate var versionColumns: [String] {
    let versions = assets.versions
    func text(_ sql: String?) -> String { sql.map { "as_text((\($0)))" } ?? "NULL" }
    return [
      versions?.unsaved.map { "((\($0)) IS TRUE)" } ?? "NULL", text(versions?.edited),
      text(versions?.shown), text(versions?.pair),
    ]
  }
}

extension CatalogueDeclaration.Members {
  /// The SQL behind `FROM` for one asset in each row.
  var tables: String { isOfSeveral ? rows.from + asset.listedTables : rows.from }

  /// The SQL for the key of the asset in a row of ``tables``.
  var key: String { isOfSeveral ? String.listedKey : asset }
}

extension CatalogueDeclaration.List {
  /// The SQL behind `FROM` for one asset in each row.
  var tables: String { isOfSeveral ? rows.from + asset.listedTables : rows.from }

  /// The SQL for the key of the asset in a row of ``tables``.
  var key: String { isOfSeveral ? String.listedKey : asset }
}

extension String {
  /// The SQL that joins a row for each asset that this expression, a text of identifiers, names.
  fileprivate var listedTables: String { ", json_each(asset_keys((\(self)))) AS listed" }

  fileprivate static var listedKey: String { "listed.value" }
}
