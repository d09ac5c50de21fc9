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
  /// - Throws: ``LibraryProblem``, or the errors of `body`.
  func read<Result>(
    cancellation: Cancellation? = nil, _ body: (OpenShotwellDatabase) throws -> Result
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
          return try body(OpenShotwellDatabase(database.connection))
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

  init(_ connection: SQLiteConnection) throws {
    self.connection = connection
    schema = try ShotwellSchema(connection)
  }

  func tags(_ part: ShotwellTags.Part) throws -> ShotwellTags {
    try ShotwellTags(connection, schema, reading: part)
  }

  /// Returns the statement for a selection, and the tags if that tests keywords.
  func statement(
    _ selection: ShotwellSelection
  ) throws -> (statement: ShotwellStatement, tags: ShotwellTags?) {
    let tags = selection.predicate.fields.contains(.keywords) ? try tags(.all) : nil
    return (ShotwellStatement(selection, schema, tags ?? .none), tags)
  }

  /// The greatest number of assets of which the tags are looked for alone.
  private static let few = 1000

  func assets(_ selection: ShotwellSelection, _ files: ShotwellFiles) throws -> ShotwellAssets {
    let (statement, known) = try statement(selection)
    var rows = ShotwellRows()
    let limit = selection.limit ?? .max
    for sql in statement.rows where rows.count < limit {
      let found = try connection.prepare(sql)
      while rows.count < limit, try found.step() { rows.append(found) }
    }
    let part: ShotwellTags.Part =
      rows.count <= Self.few ? .of(Set(rows.map(\.identifier.code))) : .all
    return ShotwellAssets(rows: rows, tags: try known ?? tags(part), files: files)
  }
}

/// The albums of a library, in the order of Shotwell's sidebar: events, the latest first, then tags
/// by name. Their identifiers, such as `event-0000000000000001` and `tag-0000000000000001`, have
/// the row's number in hexadecimal.
extension OpenShotwellDatabase {
  ///
  /// - Parameter withMembers: True to read the members, too.
  func albums(in zone: LocalTimeZone, withMembers: Bool = true) throws -> [Album] {
    try events(in: zone, withMembers) + tagAlbums(withMembers)
  }

  /// Returns the tags as albums, in the folder `Tags` and in those of their outer tags, as in the
  /// sidebar.
  private func tagAlbums(_ withMembers: Bool) throws -> [Album] {
    try tags(withMembers ? .all : .none).tags.map { tag in
      Album(
        identifier: "tag-\(ShotwellIdentifier.digits(tag.number))", title: tag.name,
        folderPath: ["Tags"] + tag.path.dropLast(),
        members: tag.members.map { ShotwellIdentifier(code: $0).text })
    }
  }

  /// Returns the events as albums; like Shotwell, omits events whose pictures are all in the trash.
  private func events(in zone: LocalTimeZone, _ withMembers: Bool) throws -> [Album] {
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
