internal import Files

/// The assets of a Photos library's albums, counted by SQL where possible, in one state of it.
final class PhotosAlbumContents: AlbumContents {
  private let library: PhotosLibrary
  private let selections: [PhotosSelection]
  private var open: ForeignDatabase?
  private var rowStatement: SQLText?
  /// The albums' first assets by row number; one may belong to several albums.
  private var covers: [Int64: Asset] = [:]
  /// The numbers of assets that pass tests, in computed albums by their places.
  private var counts: (predicate: AssetPredicate, of: [Int: Int]) = (.always, [:])

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
      members = try counted(selection, database) {
        try count(place, passing: counting.query.predicate, database)
      }
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
    (open, counts.of) = (database, [:])
    return database
  }

  /// Returns the number of assets of a computed album that pass tests; nil for one that is counted by
  /// itself. The first is counted with all others, in one pass over the assets.
  private func count(
    _ place: Int, passing predicate: AssetPredicate, _ database: ForeignDatabase
  ) throws -> Int? {
    if counts.predicate != predicate { counts = (predicate, [:]) }
    if let known = counts.of[place] { return known }
    let together = selections.indices.filter {
      selections[$0].isCounted(with: selections[place], by: library.schema)
    }
    guard together.count > 1 else { return nil }
    let counting = try database.connection.prepare(
      PhotosStatement.counts(
        of: together.map { selections[$0] }, passing: predicate, library.schema))
    guard try counting.step() else { return nil }
    for (column, place) in together.enumerated() {
      counts.of[place] = Int(clamping: counting.integer(Int32(column)) ?? 0)
    }
    return counts.of[place]
  }

  private func counted(
    _ selection: PhotosSelection, _ database: ForeignDatabase, knownCount: () throws -> Int?
  ) throws -> AlbumMembers {
    try library.explain {
      let finder = try SQLRowFinder(
        selection, library.schema, on: database.connection, findsFirst: true)
      let count = try knownCount() ?? finder.count() ?? 0
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
