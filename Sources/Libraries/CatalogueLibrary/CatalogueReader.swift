internal import Files
internal import Platform

/// A reader of a catalogue's assets in pages, from one open statement in one state of the catalogue.
final class CatalogueReader: AssetReader {
  private let catalogue: OpenCatalogue
  private let database: CatalogueDatabase
  private let context: RunContext
  private var statement: Statement?
  /// The identifiers that were read, to find those that are not unique.
  private var seen: Set<CatalogueKey> = []
  private var last: CatalogueKey?
  private let isByRow: Bool
  /// The size of the next page; the first is small, so that the first record is early.
  private var pageSize = 32
  private static let largestPage = 256

  /// `@unchecked Sendable`: stepped under the lock of its database.
  private struct Statement: @unchecked Sendable {
    let statement: SQLiteStatement
  }

  init(
    _ catalogue: OpenCatalogue, _ database: CatalogueDatabase, _ selection: CatalogueSelection,
    in context: RunContext
  ) throws {
    self.catalogue = catalogue
    self.database = database
    self.context = context
    isByRow = selection.order.isEmpty
    statement = try database.use("assets") { connection, functions in
      let sql = CatalogueStatement(selection, catalogue.fields, number: functions.add(_:))
      if context.progress.wantsTotal {
        let count = try connection.integer(sql.count) ?? 0
        context.progress.expect(
          items: context.progress.snapshot.totalItems + Int(clamping: count))
      }
      return Statement(statement: try connection.prepare(sql.rows))
    }
  }

  var isAtEnd: Bool { statement == nil }

  func next() throws -> PendingBatch? {
    guard let statement, !context.isReadingOver else { return nil }
    let rows = CatalogueRows(catalogue, database, capacity: pageSize)
    let size = pageSize
    pageSize = Self.largestPage
    let isOver = try database.use("assets") { _, _ in
      while rows.count < size {
        guard try statement.statement.step() else { return true }
        try rows.append(statement.statement)
      }
      return false
    }
    try checkUnique(rows.identifiers)
    if isOver {
      self.statement = nil
      try database.checkUnchanged()
    }
    guard rows.count > 0 else { return nil }
    return PendingBatch { (0..<rows.count).map { CatalogueAsset(rows, $0) } }
  }

  /// - Throws: ``LibraryProblem`` when an asset comes twice.
  private func checkUnique(_ identifiers: [CatalogueKey]) throws(LibraryProblem) {
    for identifier in identifiers {
      let isTwice = isByRow ? last == identifier : !seen.insert(identifier).inserted
      last = identifier
      if isTwice {
        throw catalogue.place.problem(
          "assets.row", "gives \(identifier.identifier) for several assets")
      }
    }
  }
}
