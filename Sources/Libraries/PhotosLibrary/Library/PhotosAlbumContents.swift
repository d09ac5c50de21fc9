internal import Files

/// The assets of a Photos library's albums, counted by SQL where possible, in one state of it.
final class PhotosAlbumContents: AlbumContents {
  private let library: PhotosLibrary
  private let selections: [PhotosSelection]
  private var open: ForeignDatabase?
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
    defer { if place == selections.count - 1 { open = nil } }
    let rest = selection.rest(library.schema)
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
    try library.explain { try database.connection.execute("BEGIN") }
    open = database
    return database
  }

  private func counted(
    _ selection: PhotosSelection, _ database: ForeignDatabase
  ) throws -> AlbumMembers {
    try library.explain {
      let finder = try SQLRowFinder(
        selection, library.schema, on: database.connection, findsFirst: true)
      let count = try finder.count() ?? 0
      guard count > 0, let first = try finder.next()?.first else {
        return AlbumMembers(count: count, cover: nil)
      }
      if covers[first] == nil { covers[first] = try asset(first, database) }
      return AlbumMembers(count: count, cover: covers[first])
    }
  }

  private func asset(_ row: Int64, _ database: ForeignDatabase) throws -> Asset? {
    let sql = rowStatement ?? PhotosStatement.row(library.schema)
    rowStatement = sql
    let found = try database.connection.cached(SQLText(sql.text, [.integer(row)]))
    guard try found.step() else { return nil }
    let rows = PhotosRows(library, capacity: 1)
    rows.append(found)
    return PhotosAsset(rows, 0)
  }
}
