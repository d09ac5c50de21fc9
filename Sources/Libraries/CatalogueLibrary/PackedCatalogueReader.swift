internal import Files

/// A reader of a catalogue's assets that has read all of their rows before the first asset, so that the
/// program may write to its database afterwards.
final class PackedCatalogueReader: AssetReader {
  private let catalogue: OpenCatalogue
  private let database: CatalogueDatabase
  private let context: RunContext
  private var rows: PackedRows
  private let lists: [Field: ListedTexts]

  /// The largest number of assets for which only their own list texts are kept, not all assets'.
  private static let few = 1000

  /// - Throws: ``LibraryProblem`` if a row has no key or that of another, or if a statement fails.
  init(
    _ catalogue: OpenCatalogue, _ database: CatalogueDatabase, _ selection: CatalogueSelection,
    in context: RunContext
  ) throws {
    self.catalogue = catalogue
    self.database = database
    self.context = context
    let limit = selection.limit ?? .max
    var rows = PackedRows(width: CatalogueRows.width(of: catalogue))
    var keys = UniqueKeys(isByRow: selection.order.isEmpty)
    var firstKeys: Set<CatalogueKey> = []
    try database.use("assets") { connection in
      let sql = CatalogueStatement(selection, catalogue.fields).rows
      for sql in sql where rows.count < limit {
        let statement = try connection.prepare(sql)
        while rows.count < limit, try statement.step() {
          guard let key = CatalogueKey(statement, 0) else { throw catalogue.place.withoutKey }
          try keys.add(key, of: catalogue)
          if firstKeys.count <= Self.few { firstKeys.insert(key) }
          rows.append(statement)
        }
      }
    }
    let wanted = rows.count <= Self.few ? firstKeys : nil
    var lists: [Field: ListedTexts] = [:]
    for (field, list) in catalogue.lists where !catalogue.fields.lacks(list: field) {
      let name = catalogue.fields.table.name(of: field)
      lists[field] = try database.use("assets.lists.\(name)") { connection in
        try ListedTexts(of: list, in: connection, catalogue.fields.identifiers, for: wanted)
      }
    }
    self.rows = rows
    self.lists = lists
    context.expect(rows.count)
  }

  var isAtEnd: Bool { rows.isEmpty }

  func next() throws -> PendingBatch? {
    guard !context.isReadingOver, let page = rows.next() else { return nil }
    return PendingBatch { [catalogue, database, lists] in
      let rows = CatalogueRows(page, of: catalogue, database, lists)
      return (0..<rows.count).map { CatalogueAsset(rows, $0) }
    }
  }
}

extension CataloguePlace {
  /// The problem of a row that identifies no asset.
  var withoutKey: LibraryProblem {
    problem("assets.row", "gives a value that is no whole number and no text")
  }
}
