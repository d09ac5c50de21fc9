internal import Files

/// The assets of a Photos library's albums, counted by SQL where possible, in one state of it.
final class PhotosAlbumContents: AlbumContents {
  private let library: PhotosLibrary
  private let selections: [PhotosSelection]
  private var open: ForeignDatabase?
  /// The prepared statements by their text: most albums use the same.
  private var statements: [String: SQLiteStatement] = [:]
  private var rowStatement: SQLText?
  /// The albums' first assets by row number; one may belong to several albums.
  private var covers: [Int64: Asset] = [:]

  /// - Parameter selections: the content of each album, without the rule's tests.
  init(_ library: PhotosLibrary, _ selections: [PhotosSelection]) {
    self.library = library
    self.selections = selections
  }

  func members(of place: Int, counting: AlbumCounter) throws -> AlbumMembers {
    let selection = selections[place].asking(counting.query)
    let database = try database()
    defer { if place == selections.count - 1 { close() } }
    let (_, rest) = selection.predicate.split(PhotosLibrary.answers)
    let isOrdered = !counting.query.order.isEmpty && selection.order != nil
    let members: AlbumMembers
    if counting.isAnsweredByQuery, rest == .always, counting.query.order.isEmpty || isOrdered {
      members = try counted(selection, database)
    } else {
      let reader = try PhotosReader(library, selection, in: counting.context, on: database)
      let source = Answer(reader: reader, residual: rest, isOrdered: isOrdered)
      let found = try counting.members(ofAlbums: 1, from: source) { _ in [0] }
      members = found[0]
    }
    try database.checkUnchanged()
    return members
  }

  private func database() throws -> ForeignDatabase {
    if let open { return open }
    let database = try library.connect()
    try PhotosLibrary.explain(library.path.string) { try database.connection.execute("BEGIN") }
    open = database
    return database
  }

  private func close() {
    statements = [:]
    open = nil
  }

  /// Returns a statement at its start; the caller must be done with it before requesting the next.
  private func statement(_ sql: SQLText, _ database: ForeignDatabase) throws -> SQLiteStatement {
    if let known = statements[sql.text] {
      known.restart(sql.values)
      return known
    }
    let made = try database.connection.prepare(sql)
    if statements.count < Self.keptStatements { statements[sql.text] = made }
    return made
  }

  private static let keptStatements = 64

  private func counted(
    _ selection: PhotosSelection, _ database: ForeignDatabase
  ) throws -> AlbumMembers {
    let statement = PhotosStatement(selection, library.schema)
    let (count, first) = try PhotosLibrary.explain(library.path.string) {
      let counted = try self.statement(statement.count, database)
      let count = try counted.step() ? Int(clamping: counted.integer(0) ?? 0) : 0
      return (count, count > 0 ? try firstRow(statement, database) : nil)
    }
    guard let first else { return AlbumMembers(count: count, cover: nil) }
    if let known = covers[first] { return AlbumMembers(count: count, cover: known) }
    let cover = try asset(first, database)
    covers[first] = cover
    return AlbumMembers(count: count, cover: cover)
  }

  private func asset(_ row: Int64, _ database: ForeignDatabase) throws -> Asset? {
    try PhotosLibrary.explain(library.path.string) {
      let sql = rowStatement ?? PhotosStatement.row(library.schema)
      rowStatement = sql
      let found = try statement(SQLText(sql.text, [.integer(row)]), database)
      guard try found.step() else { return nil }
      let rows = PhotosRows(library, capacity: 1)
      rows.append(found)
      return PhotosAsset(rows, 0)
    }
  }

  /// Returns the first asset's row number, or nil; within a millisecond, identifiers are compared.
  private func firstRow(_ sql: PhotosStatement, _ database: ForeignDatabase) throws -> Int64? {
    for part in sql.rows {
      let statement = try self.statement(part, database)
      guard try statement.step(), var row = statement.integer(0) else { continue }
      guard let date = statement.number(1), let moment = PhotosDate.milliseconds(date) else {
        return row
      }
      var first = statement.text(2) ?? ""
      while try statement.step(), let next = statement.number(1),
        PhotosDate.milliseconds(next) == moment
      {
        let identifier = statement.text(2) ?? ""
        guard let other = statement.integer(0),
          identifier.utf8.lexicographicallyPrecedes(first.utf8)
        else { continue }
        (row, first) = (other, identifier)
      }
      return row
    }
    return nil
  }
}
