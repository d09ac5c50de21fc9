internal import Media
internal import SQLite

/// `photo.db`, of which not a byte is changed.
///
/// Shotwell keeps a rollback journal: a lock held on its database would keep it from saving what the
/// user does. So the database is read without locks and in one go, at most a few times anew when
/// Shotwell wrote to it meanwhile.
struct ShotwellDatabase: Sendable {
  let path: String

  private static let mostAttempts = 3

  /// Calls `body` with one state of the library.
  ///
  /// - Parameter withMembers: whether it is asked what is in tags and events.
  /// - Throws: ``LibraryProblem``, or what `body` throws.
  func read<Result>(
    cancellation: Cancellation? = nil, withMembers: Bool = true,
    _ body: (ShotwellState) throws -> Result
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
          return try body(ShotwellState(database.connection, withMembers: withMembers))
        }
        if database.isUnchanged { return result }
        if attemptsLeft == 0 { try database.checkUnchanged() }
      } catch {
        // What was read while Shotwell wrote may look damaged.
        if database.isUnchanged || attemptsLeft == 0 { throw error }
      }
    }
  }

  /// Puts what fails into the words of a message.
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

/// What is asked of a library while it is open.
struct ShotwellState {
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
/// by name.
///
/// An event is called `event-0000000000000001` and a tag `tag-0000000000000001`, with the row's number
/// in hexadecimal.
extension ShotwellState {
  func albums(in zone: LocalTimeZone) throws -> [Album] { try events(in: zone) + tagAlbums }

  /// Tags are in `Tags` and in the tags around them, as the sidebar shows them.
  private var tagAlbums: [Album] {
    tags.tags.map { tag in
      Album(
        identifier: "tag-\(ShotwellIdentifier.digits(tag.number))", title: tag.name,
        folderPath: ["Tags"] + tag.path.dropLast(), members: tag.members.map(\.text))
    }
  }

  /// Shotwell shows no event of which everything is in the trash, and neither is it one here.
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
