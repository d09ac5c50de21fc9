/// The assets of a Photos library's albums: counted by its database as far as that can, all in one
/// state of the library.
final class PhotosAlbumContents: AlbumContents {
  private let library: PhotosLibrary
  private let selections: [PhotosSelection]
  private var open: PhotosDatabase?
  /// Assets that stand for an album, by their rows; one may stand for several.
  private var covers: [Int64: Asset] = [:]

  /// - Parameter selections: what each album has, without the rule's tests.
  init(_ library: PhotosLibrary, _ selections: [PhotosSelection]) {
    self.library = library
    self.selections = selections
  }

  func members(of place: Int, counting: AlbumCounting) throws -> AlbumMembers {
    let selection = selections[place].asking(counting.query)
    let database = try database()
    defer { if place == selections.count - 1 { open = nil } }
    let (_, rest) = selection.predicate.split(PhotosLibrary.answers)
    let isOrdered = !counting.query.order.isEmpty && selection.order != nil
    let members: AlbumMembers
    if counting.isAnsweredByQuery, rest == .always, counting.query.order.isEmpty || isOrdered {
      members = try counted(selection, database, counting.context)
    } else {
      let reader = try PhotosReader(library, selection, in: counting.context, on: database)
      let source = OpenSource(reader: reader, residual: rest, isOrdered: isOrdered)
      let found = try counting.members(ofAlbums: 1, from: source) { _ in [0] }
      members = found[0]
    }
    try database.checkUnchanged()
    return members
  }

  private func database() throws -> PhotosDatabase {
    if let open { return open }
    let database = try library.connect()
    try PhotosLibrary.explain(library.path.string) { try database.connection.execute("BEGIN") }
    open = database
    return database
  }

  private func counted(
    _ selection: PhotosSelection, _ database: PhotosDatabase, _ context: RunContext
  ) throws -> AlbumMembers {
    let statement = PhotosStatement(selection, library.schema)
    let (count, first) = try PhotosLibrary.explain(library.path.string) {
      let counted = try database.connection.prepare(statement.count)
      let count = try counted.step() ? Int(clamping: counted.integer(0) ?? 0) : 0
      return (count, count > 0 ? try firstRow(statement, database) : nil)
    }
    guard let first else { return AlbumMembers(count: count, cover: nil) }
    if let known = covers[first] { return AlbumMembers(count: count, cover: known) }
    var selection = selection
    selection.row = first
    let reader = try PhotosReader(library, selection, in: context, on: database)
    let cover = try reader.next()?.unfold().first
    covers[first] = cover
    return AlbumMembers(count: count, cover: cover)
  }

  /// The row of the first asset in the order of milliseconds and, where these are equal, of
  /// identifiers.
  private func firstRow(_ sql: PhotosStatement, _ database: PhotosDatabase) throws -> Int64? {
    for part in sql.rows {
      let statement = try database.connection.prepare(part)
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
