internal import Files

/// A reader of a library's assets in batches, from open statements in one state of the library.
final class PhotosReader: AssetReader {
  private let library: PhotosLibrary
  private let database: ForeignDatabase
  private let context: RunContext
  private let order: PhotosDateOrder?
  /// The statements that are still to be read; the first is running.
  private var statements: ArraySlice<SQLiteStatement>
  /// True if the first statement is at a row that was not read yet.
  private var hasRow = false

  /// The size of the next batch; the first is small, so that the first record is early.
  private var batchSize = 32
  private static let largestBatch = 256

  /// - Parameter open: a database within a transaction; nil to open one.
  init(
    _ library: PhotosLibrary, _ selection: PhotosSelection, in context: RunContext,
    on open: ForeignDatabase? = nil
  ) throws {
    self.library = library
    self.context = context
    order = selection.order
    let database = try open ?? library.connect()
    self.database = database
    let sql = PhotosStatement(selection, library.schema)
    statements = try library.explain {
      // A single transaction, so that all statements see one state.
      if open == nil { try database.connection.execute("BEGIN") }
      try context.expect(Int(clamping: database.connection.integer(sql.count) ?? 0))
      return try sql.parts.map { try database.connection.prepare($0) }[...]
    }
  }

  var isAtEnd: Bool { statements.isEmpty }

  func next() throws -> PendingBatch? {
    guard !statements.isEmpty, !context.isReadingOver else { return nil }
    let rows = PhotosRows(library, capacity: batchSize)
    let size = batchSize
    batchSize = Self.largestBatch
    try library.explain {
      while let statement = statements.first {
        if !hasRow, try !statement.step() {
          statements.removeFirst()
          continue
        }
        hasRow = rows.count >= size && canEnd(rows, before: statement)
        if hasRow { break }
        rows.append(statement)
      }
    }
    if statements.isEmpty { try database.checkUnchanged() }
    guard rows.count > 0 else { return nil }
    let places = order?.sorted(rows) ?? Array(0..<rows.count)
    return PendingBatch { places.map { PhotosAsset(rows, $0) } }
  }

  /// Returns true if the batch may end before the statement's row.
  private func canEnd(_ rows: PhotosRows, before statement: SQLiteStatement) -> Bool {
    guard let order else { return true }
    return order.canBegin(rows, next: statement.number(Int32(order.column.rawValue)))
  }
}
