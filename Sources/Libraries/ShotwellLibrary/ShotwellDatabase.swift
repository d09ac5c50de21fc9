internal import Files
internal import Media

/// The database `photo.db`, opened without changing a byte. A lock would prevent Shotwell, which
/// keeps a rollback journal, from saving the user's changes. So the database is read without locks
/// and in one go, and again, a few times at most, if Shotwell wrote to it meanwhile.
struct ShotwellDatabase: Sendable {
  let path: String

  private static let mostAttempts = 3

  /// Calls `body` with one state of the library.
  ///
  /// - Parameter withMembers: true to read the members of tags and events too.
  /// - Throws: ``LibraryProblem``, or the errors of `body`.
  func read<Result>(
    cancellation: Cancellation? = nil, withMembers: Bool = true,
    _ body: (OpenShotwellDatabase) throws -> Result
  ) throws -> Result {
    var attemptsLeft = Self.mostAttempts
    while true {
      attemptsLeft -= 1
      let database = try explain {
        try ForeignDatabase(at: path, of: "Shotwell", cancellation: cancellation)
      }
      do {
        let result = try explain {
          try database.connection.execute("BEGIN")
          return try body(OpenShotwellDatabase(database.connection, withMembers: withMembers))
        }
        if database.isUnchanged { return result }
        if attemptsLeft == 0 { try database.checkUnchanged() }
      } catch {
        // The database may look damaged if Shotwell wrote to it meanwhile.
        if database.isUnchanged || attemptsLeft == 0 { throw error }
      }
    }
  }

  private func explain<Result>(_ body: () throws -> Result) throws -> Result {
    do {
      return try body()
    } catch let problem as SQLiteProblem {
      throw LibraryProblem(path, FileProblem(problem, of: "Shotwell"))
    } catch let problem as FileProblem {
      throw LibraryProblem(path, problem)
    }
  }
}

struct OpenShotwellDatabase {
  let connection: SQLiteConnection
  let schema: ShotwellSchema
  let tags: ShotwellTags
  private let withMembers: Bool

  init(_ connection: SQLiteConnection, withMembers: Bool) throws {
    self.connection = connection
    self.withMembers = withMembers
    schema = try ShotwellSchema(connection)
    tags = try ShotwellTags(connection, schema, withMembers: withMembers)
  }

  func statement(_ selection: ShotwellSelection) -> ShotwellStatement {
    ShotwellStatement(selection, schema, tags)
  }

  func rows(_ selection: ShotwellSelection) throws -> [ShotwellRow] {
    var rows: [ShotwellRow] = []
    try connection.forEachRow(of: statement(selection).rows) { rows.append(ShotwellRow($0)) }
    return rows
  }
}

/// The albums of a library, in the order of Shotwell's sidebar: events, the latest first, then tags
/// by name. Their identifiers, such as `event-0000000000000001` and `tag-0000000000000001`, have
/// the row's number in hexadecimal.
extension OpenShotwellDatabase {
  func albums(in zone: LocalTimeZone) throws -> [Album] { try events(in: zone) + tagAlbums }

  /// The tags as albums, in the folder `Tags` and in those of their outer tags, as in the sidebar.
  private var tagAlbums: [Album] {
    tags.tags.map { tag in
      Album(
        identifier: "tag-\(ShotwellIdentifier.digits(tag.number))", title: tag.name,
        folderPath: ["Tags"] + tag.path.dropLast(), members: tag.members.map(\.text))
    }
  }

  /// Returns the events as albums; like Shotwell, omits events whose pictures are all in the trash.
  private func events(in zone: LocalTimeZone) throws -> [Album] {
    guard schema.has("EventTable", "id", "name") else { return [] }
    let members = withMembers ? try membersOfEvents() : [:]
    let comment = schema.column("EventTable", "comment", of: "e")
    let sql = SQLText(
      "SELECT e.id, e.name, \(comment), min(a.created), max(a.created) "
        + "FROM \(ShotwellColumn.table(schema)) JOIN EventTable e ON e.id = a.event "
        + "WHERE NOT a.isTrashed GROUP BY e.id ORDER BY min(a.created) DESC, e.id")
    var albums: [Album] = []
    try connection.forEachRow(of: sql) { row in
      guard let number = row.integer(0) else { return }
      let name = row.text(1) ?? ""
      var dates: ClosedRange<Int64>?
      if let first = row.integer(3), let last = row.integer(4) { dates = first...last }
      let caption = row.text(2) ?? ""
      albums.append(
        Album(
          identifier: "event-\(ShotwellIdentifier.digits(number))",
          title: name.isEmpty
            ? ShotwellEventName(dates, number: number, zone: zone).text : name,
          folderPath: ["Events"], caption: caption.isEmpty ? nil : caption,
          members: members[number] ?? []))
    }
    return albums
  }

  private func membersOfEvents() throws -> [Int64: [String]] {
    var members: [Int64: [String]] = [:]
    let sql = SQLText(
      "SELECT a.event, a.source, a.id FROM \(ShotwellColumn.table(schema)) "
        + "WHERE a.event IS NOT NULL AND NOT a.isTrashed")
    try connection.forEachRow(of: sql) { row in
      guard let event = row.integer(0), let number = row.integer(2) else { return }
      let kind: ShotwellIdentifier.Kind = row.integer(1) == 1 ? .video : .photo
      members[event, default: []].append(ShotwellIdentifier(kind, number).text)
    }
    return members
  }
}
