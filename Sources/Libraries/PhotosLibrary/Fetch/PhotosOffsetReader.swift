internal import Files

/// A reader of the assets of a library after a large offset, in one state of the library: those
/// before it are skipped by their row numbers, without being read.
final class PhotosOffsetReader: AssetReader {
  private let library: PhotosLibrary
  private let database: ForeignDatabase
  private let context: RunContext
  private let list: PhotosRowList
  private let row: SQLiteStatement
  private var place = 0

  /// The offset from which finding row numbers first costs less than reading unneeded assets.
  static let worthwhileOffset = 256
  private static let batchSize = 256

  /// - Parameters:
  ///   - selection: the library must answer all of its tests, and its order.
  ///   - fetch: the requested range of assets.
  init(
    _ library: PhotosLibrary, _ selection: PhotosSelection, _ fetch: AssetFetch,
    in context: RunContext
  ) throws {
    self.library = library
    self.context = context
    let database = try library.connect()
    self.database = database
    var slice = AssetFetch(limit: fetch.limit)
    slice.offset = fetch.offset
    (list, row) = try library.explain {
      try database.connection.execute("BEGIN")
      let list = PhotosRowList(
        slice, try SQLRowFinder(selection, library.schema, on: database.connection))
      try context.expect(list.count())
      return (list, try database.connection.prepare(PhotosStatement.row(library.schema)))
    }
  }

  var isAtEnd: Bool { list.isComplete && place >= list.rows.count }

  func next() throws -> PendingBatch? {
    guard !context.isReadingOver else { return nil }
    let rows = PhotosRows(library, capacity: Self.batchSize)
    try library.explain {
      try list.locate(place + Self.batchSize)
      for key in list.rows[place...].prefix(Self.batchSize) {
        place += 1
        row.restart([.integer(key)])
        if try row.step() { rows.append(row) }
      }
    }
    if isAtEnd { try database.checkUnchanged() }
    return rows.count == 0 ? nil : PendingBatch { (0..<rows.count).map { PhotosAsset(rows, $0) } }
  }
}
