internal import Files

/// The albums of a catalogue, as its declaration says where they are.
struct CatalogueAlbums: Sendable {
  /// An album, the index of its sort in the declaration, and its identifier in the database.
  struct Entry: Sendable {
    let album: Album
    let sort: Int
    let id: SQLiteValue
  }

  let entries: [Entry]

  /// The greatest number of albums of one sort, and of members of all albums.
  private static let mostAlbums = 1_000_000
  private static let mostMembers = 100_000_000
  private static let deepest = 100

  /// - Parameter withMembers: True to read the members too.
  /// - Throws: ``LibraryProblem`` if a statement fails or takes too long.
  init(_ catalogue: OpenCatalogue, in database: CatalogueDatabase, withMembers: Bool) throws {
    try self.init(
      catalogue.declaration, without: catalogue.lackingAlbums, in: database,
      withMembers: withMembers)
  }

  /// - Parameter lacking: The indexes in the declaration of the sorts that the catalogue lacks.
  private init(
    _ declaration: CatalogueDeclaration, without lacking: Set<Int>, in database: CatalogueDatabase,
    withMembers: Bool
  ) throws {
    let identifiers = CatalogueIdentifiers(declaration.assets)
    var entries: [Entry] = []
    for (place, sort) in declaration.albums.enumerated() where !lacking.contains(place) {
      let form = sort.identifier.flatMap { IdentifierForm($0) }
      let rows = try Self.rows(of: sort, in: database)
      let members = withMembers ? try Self.members(of: sort, in: database, identifiers) : [:]
      let titles = Dictionary(rows.map { ($0.id, $0) }) { first, _ in first }
      for row in rows {
        guard let (title, folders) = Self.titles(of: row, of: sort, among: titles) else { continue }
        let album = Album(
          identifier: Self.identifier(of: row.id, of: sort, form), title: title,
          folderPath: (sort.folder.map { [$0] } ?? []) + folders, caption: row.caption,
          members: members[row.id] ?? [])
        entries.append(Entry(album: album, sort: place, id: row.id))
      }
    }
    self.entries = entries
  }

  /// Returns the albums of a catalogue without their members; empty if it can't be read in time.
  static func quickList(
    _ declaration: CatalogueDeclaration, at place: LibraryPlace, within limit: Duration
  ) -> [Album] {
    guard let found = try? CataloguePlace(place, declaration),
      let database = try? CatalogueDatabase(
        found, declaration, limit: limit, cancellation: nil),
      let lacking = try? CatalogueCheck(database, found).lackingAlbums(of: declaration).places,
      let albums = try? CatalogueAlbums(
        declaration, without: lacking, in: database, withMembers: false)
    else { return [] }
    return albums.entries.map(\.album)
  }

  private static func identifier(
    of id: SQLiteValue, of sort: CatalogueDeclaration.Albums, _ form: IdentifierForm?
  ) -> String {
    guard let form, case .integer(let number) = id else { return "\(sort.kind)-\(id.plain)" }
    return form.text(number)
  }

  private struct Row {
    let id: SQLiteValue
    let title: String
    let parent: SQLiteValue?
    let caption: String?
  }

  /// Returns the statement that lists a sort of albums.
  static func statement(of sort: CatalogueDeclaration.Albums) -> String {
    let parent = sort.parent.map { "(\($0))" } ?? "NULL"
    let caption = sort.caption.map { "as_text((\($0)))" } ?? "NULL"
    var sql = "SELECT (\(sort.id)), as_text((\(sort.title))), \(parent), \(caption)"
    sql += " FROM \(sort.rows.from)"
    if let condition = sort.rows.condition { sql += " WHERE \(condition)" }
    if let order = sort.rows.order { sql += " ORDER BY \(order)" }
    return sql + " LIMIT \(mostAlbums)"
  }

  private static func rows(
    of sort: CatalogueDeclaration.Albums, in database: CatalogueDatabase
  ) throws -> [Row] {
    var rows: [Row] = []
    var seen: Set<SQLiteValue> = []
    try database.forEachRow(of: SQLText(statement(of: sort)), in: "albums.\(sort.kind)") { row in
      guard let id = row.key(0), let title = row.text(1), seen.insert(id).inserted else { return }
      rows.append(Row(id: id, title: title, parent: row.key(2), caption: row.text(3)))
    }
    return rows
  }

  /// Returns an album's title, and the outer ones from the outermost; nil without a title.
  private static func titles(
    of row: Row, of sort: CatalogueDeclaration.Albums, among rows: [SQLiteValue: Row]
  ) -> (title: String, folders: [String])? {
    if let separator = sort.separator, !separator.isEmpty {
      guard !sort.isRooted || row.title.hasPrefix(separator) else { return (row.title, []) }
      let parts = row.title.split(separator: separator).map(String.init)
      return parts.last.map { ($0, Array(parts.dropLast())) }
    }
    var folders: [String] = []
    var outer = row.parent
    var seen: Set<SQLiteValue> = [row.id]
    // Outer albums of a damaged catalogue may contain each other.
    while let id = outer, let found = rows[id], seen.insert(id).inserted, seen.count < deepest {
      folders.append(found.title)
      outer = found.parent
    }
    return (row.title, folders.reversed())
  }

  /// Returns the statement that lists the members of a sort of albums: album and asset.
  static func membersStatement(of sort: CatalogueDeclaration.Albums) -> String {
    let members = sort.members
    var sql = "SELECT (\(members.album)), (\(members.asset)) FROM \(members.rows.from)"
    if let condition = members.rows.condition { sql += " WHERE \(condition)" }
    if let order = members.rows.order { sql += " ORDER BY \(order)" }
    return sql + " LIMIT \(mostMembers)"
  }

  private static func members(
    of sort: CatalogueDeclaration.Albums, in database: CatalogueDatabase,
    _ identifiers: CatalogueIdentifiers
  ) throws -> [SQLiteValue: [String]] {
    var found: [SQLiteValue: [String]] = [:]
    let sql = SQLText(membersStatement(of: sort))
    try database.forEachRow(of: sql, in: "albums.\(sort.kind).members") { row in
      guard let album = row.key(0) else { return }
      if sort.members.isOfSeveral {
        guard let several = row.textBytes(1) else { return }
        identifiers.forEachKey(in: several) { key in
          found[album, default: []].append(identifiers.text(of: .number(key)))
        }
      } else if let asset = CatalogueKey(row, 1) {
        found[album, default: []].append(identifiers.text(of: asset))
      }
    }
    return found
  }
}

extension SQLiteValue {
  /// The value in an album's identifier: a text as it is, a number in decimal digits.
  fileprivate var plain: String {
    switch self {
    case .text(let text): text
    default: literal
    }
  }
}

extension SQLiteStatement {
  /// Returns a whole number or a text of the current row; nil for other values.
  func key(_ column: Int32) -> SQLiteValue? {
    integer(column).map { .integer($0) } ?? text(column).map { .text($0) }
  }
}
