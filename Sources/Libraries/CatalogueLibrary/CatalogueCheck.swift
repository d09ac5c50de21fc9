internal import Files

/// A check of which columns of a declaration a catalogue lacks, and of errors in the SQL.
struct CatalogueCheck {
  private let database: CatalogueDatabase
  private let place: CataloguePlace

  init(_ database: CatalogueDatabase, _ place: CataloguePlace) {
    self.database = database
    self.place = place
  }

  /// Marks the fields whose columns the catalogue lacks, as one of an older release may.
  ///
  /// - Returns: A note for the user on each such field.
  /// - Throws: ``LibraryProblem`` when SQL of the declaration has another error.
  func findLacking(_ fields: inout CatalogueFields) throws -> [String] {
    let statements = CatalogueStatement(CatalogueSelection(), fields).rows
    if try statements.allSatisfy({ try problem($0.text) == nil }),
      try fields.declaration.assets.lists.values.allSatisfy({ try problem(Self.probe($0)) == nil })
    {
      return []
    }
    var notes: [String] = []
    func examine(_ field: Field, of source: Int, _ part: String, _ sql: String) throws {
      let name = fields.table.name(of: field)
      let subject = "assets.\(part).\(name)"
      guard let problem = try problem(sql) else { return }
      guard Self.isOfOtherRelease(problem) else {
        throw place.problem(subject, problem)
      }
      fields.lacking.insert(.init(source: source, field: field))
      notes.append("the catalogue has no \(name): \(problem)")
    }
    for table in fields.tables { try findLacking(of: table, examine) }
    for (field, list) in fields.declaration.assets.lists
      .sorted(by: { $0.key.number < $1.key.number })
    {
      try examine(field, of: 0, "lists", Self.probe(list))
    }
    return notes
  }

  /// Calls `examine` for each field of a table; throws if another part's SQL is invalid.
  private func findLacking(
    of fields: CatalogueFields, _ examine: (Field, Int, String, String) throws -> Void
  ) throws {
    let assets = fields.assets
    let tail = "FROM \(assets.rows.from)"
    let whole = assets.rows.condition.map { " WHERE \($0)" } ?? ""
    let parts =
      [
        ("assets.from", "SELECT 1 \(tail)"), ("assets.where", "SELECT 1 \(tail)\(whole)"),
        ("assets.row", "SELECT \(fields.row) \(tail)"),
        ("assets.path", "SELECT (\(assets.path)) \(tail)"),
      ]
      + (assets.root.map { [("assets.root", "SELECT (\($0)) \(tail)")] } ?? [])
      + [
        ("unsaved", assets.versions?.unsaved), ("edited", assets.versions?.edited),
        ("shown", assets.versions?.shown), ("pair", assets.versions?.pair),
      ].compactMap { name, sql in
        sql.map { ("assets.versions.\(name)", "SELECT (\($0)) \(tail)") }
      }
    for (subject, sql) in parts {
      if let problem = try problem(sql) { throw place.problem(subject, problem) }
    }
    for field in fields.single {
      let columns = (fields.columns(field) ?? []).joined(separator: ", ")
      try examine(field, fields.source, "fields", "SELECT \(columns) \(tail)")
    }
  }

  /// Finds the sorts of albums whose columns the catalogue lacks, by their places in the declaration.
  ///
  /// - Returns: The indexes of the sorts, and a note for the user on each.
  /// - Throws: ``LibraryProblem`` when SQL of the declaration has another error.
  func lackingAlbums(
    of declaration: CatalogueDeclaration
  ) throws -> (places: Set<Int>, notes: [String]) {
    var places: Set<Int> = []
    var notes: [String] = []
    for (number, sort) in declaration.albums.enumerated() {
      let problem =
        try problem(CatalogueAlbums.statement(of: sort))
        ?? problem(CatalogueAlbums.membersStatement(of: sort))
      guard let problem else { continue }
      guard Self.isOfOtherRelease(problem) else {
        throw place.problem("albums.\(sort.kind)", problem)
      }
      places.insert(number)
      notes.append("the catalogue has no albums of the kind \"\(sort.kind)\": \(problem)")
    }
    return (places, notes)
  }

  /// Returns true for a message about a missing column or table, which another release may have.
  private static func isOfOtherRelease(_ problem: String) -> Bool {
    problem.hasPrefix("no such column") || problem.hasPrefix("no such table")
  }

  private static func probe(_ list: CatalogueDeclaration.List) -> String {
    CatalogueStatement.texts(of: list)
  }

  /// Returns SQLite's message if a statement can't be prepared; nil if it can.
  private func problem(_ sql: String) throws -> String? {
    try database.use("the declaration") { connection in
      do throws(SQLiteProblem) {
        _ = try connection.prepare(SQLText(sql))
        return nil
      } catch {
        return error.message
      }
    }
  }
}

extension CatalogueDeclaration {
  /// Returns a note on each field and sort of albums that the catalogue at a path lacks, and why; empty
  /// if it lacks none, as a program's own fixture.
  package func lackingColumns(at path: String) throws -> [String] {
    let place = try CataloguePlace(LibraryPlace(path: path), self)
    let database = try CatalogueDatabase(
      place, self, limit: CatalogueDatabase.patience, cancellation: nil)
    let check = CatalogueCheck(database, place)
    var fields = CatalogueFields(self, knowing: FieldTable(signature.adds))
    return try check.findLacking(&fields) + check.lackingAlbums(of: self).notes
  }
}

extension CataloguePlace {
  /// Returns the error for a part of the declaration, such as `assets.row`, and a reason.
  func problem(_ subject: String, _ reason: String) -> LibraryProblem {
    .notFound("library \"\(name)\": \(subject) of its declaration: \(reason)")
  }
}
