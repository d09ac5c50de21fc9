/// Reads the assets of a library, one batch after the other, from one open statement.
///
/// What is read is one state of the library, however long it takes.
final class PhotosReader: AssetReader {
  private let library: PhotosLibrary
  private let database: PhotosDatabase
  private let context: RunContext
  private var statement: SQLiteStatement?

  /// The first batch is small, so that the first record is early.
  private var batchSize = 32
  private static let largestBatch = 256

  init(
    _ library: PhotosLibrary, _ selection: PhotosSelection, in context: RunContext
  ) throws {
    self.library = library
    self.context = context
    let database = try library.connect()
    self.database = database
    let sql = PhotosStatement(selection, library.schema)
    statement = try PhotosLibrary.explain(library.path.string) {
      if context.progress.wantsTotal {
        let count = try database.connection.prepare(sql.count)
        if try count.step(), let found = count.integer(0) {
          let items = context.progress.snapshot.totalItems + Int(clamping: found)
          context.progress.expect(items: items)
        }
      }
      return try database.connection.prepare(sql.sql)
    }
  }

  var isAtEnd: Bool { statement == nil }

  func next() throws -> PendingBatch? {
    guard let statement, !context.isReadingOver else { return nil }
    let rows = PhotosRows(library, capacity: batchSize)
    batchSize = Self.largestBatch
    try PhotosLibrary.explain(library.path.string) {
      while !rows.isFull {
        guard try statement.step() else {
          self.statement = nil
          break
        }
        rows.append(statement)
      }
    }
    if self.statement == nil { try database.checkUnchanged() }
    guard rows.count > 0 else { return nil }
    return PendingBatch { (0..<rows.count).map { PhotosAsset(rows, $0) } }
  }
}
