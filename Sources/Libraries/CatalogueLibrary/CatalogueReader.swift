internal import Files
internal import Platform

/// A reader of a catalogue's assets in pages, from open statements in one state of the catalogue.
final class CatalogueReader: AssetReader {
  private let catalogue: OpenCatalogue
  private let database: CatalogueDatabase
  private let context: RunContext
  /// The statements that still have rows, in order.
  private var statements: [Statement]
  private var keys: UniqueKeys
  /// The number of assets that are still wanted.
  private var left: Int
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
    keys = UniqueKeys(isByRow: selection.order.isEmpty)
    left = selection.limit ?? .max
    statements = try database.use("assets") { connection in
      let sql = CatalogueStatement(selection, catalogue.fields)
      try context.expect(Int(clamping: connection.integer(sql.count) ?? 0))
      return try sql.rows.map { Statement(statement: try connection.prepare($0)) }
    }
  }

  var isAtEnd: Bool { statements.isEmpty }

  func next() throws -> PendingBatch? {
    guard !statements.isEmpty, !context.isReadingOver else { return nil }
    let rows = CatalogueRows(catalogue, database, capacity: pageSize)
    let size = min(pageSize, left)
    pageSize = Self.largestPage
    try database.use("assets") { _ in
      while rows.count < size, let statement = statements.first?.statement {
        if try statement.step() { try rows.append(statement) } else { statements.removeFirst() }
      }
    }
    left -= rows.count
    for key in rows.identifiers { try keys.add(key, of: catalogue) }
    if left == 0 { statements = [] }
    if statements.isEmpty { try database.checkUnchanged() }
    guard rows.count > 0 else { return nil }
    return PendingBatch { (0..<rows.count).map { CatalogueAsset(rows, $0) } }
  }
}

/// The keys of assets that were read, to find those that are not unique.
struct UniqueKeys {
  private var seen: Set<CatalogueKey> = []
  private var last: CatalogueKey?
  private let isByRow: Bool

  /// - Parameter isByRow: True if keys come in an order that has equal ones together.
  init(isByRow: Bool) {
    self.isByRow = isByRow
  }

  /// - Throws: ``LibraryProblem`` when the key was read before.
  mutating func add(
    _ key: CatalogueKey, of catalogue: OpenCatalogue
  ) throws(LibraryProblem) {
    let isTwice = isByRow ? last == key : !seen.insert(key).inserted
    last = key
    guard isTwice else { return }
    throw catalogue.place.problem(
      "assets.row", "gives \(catalogue.fields.identifiers.text(of: key)) for several assets")
  }
}
