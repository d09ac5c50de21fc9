internal import CSQLite
internal import Files
internal import Platform

/// A catalogue of any size and with any values, made of a fixture: assets are copied or removed, and
/// columns that identify nothing get NULLs, values of other types and odd names.
package struct CatalogueVariation {
  private let declaration: CatalogueDeclaration
  private let fixture: CatalogueFixture
  private let links: CatalogueLinks

  /// - Returns: nil if no column of a table identifies the assets, so that none can be copied.
  package init?(of declaration: CatalogueDeclaration, _ fixture: CatalogueFixture) {
    guard let links = CatalogueLinks(declaration) else { return nil }
    self.declaration = declaration
    self.fixture = fixture
    self.links = links
  }

  /// Makes a catalogue in a folder.
  ///
  /// - Parameters:
  ///   - count: The number of assets to make; no effect if the fixture has none.
  ///   - isOdd: True to put NULLs and odd values into columns that identify nothing.
  /// - Returns: The path of the catalogue's database.
  /// - Throws: ``CatalogueFixtureProblem`` if the fixture can't be made, or errors of SQLite.
  package func write(count: Int, isOdd: Bool, to folder: String) throws -> String {
    let path = try fixture.write(for: declaration, to: folder)
    let columns = try CatalogueColumnUse(declaration, at: path, in: folder)
    let connection = try SQLiteConnection(
      path: path, isForStrangers: true,
      setup: "PRAGMA max_page_count = \(CatalogueFixture.mostPages)")
    for other in declaration.attached {
      let file = SQLiteValue.text("\(folder)/\(other.file)")
      _ = try connection.prepare(SQLText("ATTACH ? AS \(other.name)", [file])).step()
      try connection.execute("PRAGMA \(other.name).max_page_count = \(CatalogueFixture.mostPages)")
    }
    // The fixture's triggers run when its rows are changed.
    let budget = StepBudget()
    try withExtendedLifetime(budget) {
      budget.limit(connection)
      try connection.transaction {
        try resize(connection, to: count)
        guard isOdd else { return }
        for table in columns.tables.sorted() { try distort(table, columns, connection) }
      }
    }
    return path
  }

  private func resize(_ connection: SQLiteConnection, to count: Int) throws {
    let (table, key) = (links.assets.table, links.assets.column)
    var keys: [CatalogueKey] = []
    try connection.forEachRow(of: SQLText("SELECT \(key) FROM \(table) ORDER BY \(key)")) { row in
      if let key = CatalogueKey(row, 0) { keys.append(key) }
    }
    if keys.count > count {
      try connection.execute(
        "DELETE FROM \(table) WHERE \(key) NOT IN"
          + " (SELECT \(key) FROM \(table) ORDER BY \(key) LIMIT \(count))")
    }
    guard let last = keys.last, keys.count < count else { return }
    for link in [links.assets] + links.others {
      let copy = try CopiedColumns(link, connection)
      for number in keys.count..<count {
        let distance = number - keys.count + 1
        let values: [SQLiteValue] =
          switch (keys[number % keys.count], last) {
          case (.number(let old), .number(let last)):
            [.integer(last + Int64(distance)), .integer(old)]
          case (let old, _): [.text("\(old.identifier)-\(distance)"), .text(old.identifier)]
          }
        try connection.cached(SQLText(copy.statement, values)).run(values)
      }
    }
  }

  /// The values that are tried in every column: SQLite stores any of them whatever type is declared.
  private static let values: [SQLiteValue] = [
    .null, .integer(0), .integer(1), .integer(-1), .integer(7), .integer(1_556_964_000),
    .integer(.max), .real(2.5), .real(-0.0), .real(1e300), .text(""), .text("Rom"), .text("rom"),
    .text("Ro\u{0}m"), .text("Vo\u{308}gel"), .text("Vögel"), .text("5"),
    .text("2019-05-04T10:00:00"), .text("2019:10:27 02:30:00"), .text("ſ K %_*'\""),
  ]
  /// Odd names for columns with paths, which stay in their folder.
  private static let names: [SQLiteValue] = [
    "a b.jpg", "o'ne.jpg", "Vögel.jpg", "Vo\u{308}gel.jpg", "%41.jpg", "new\nline.jpg", "-x.jpg",
    ".hidden", "no ending", "\u{202E}gpj.exe", String(repeating: "n", count: 300),
  ].map { .text($0) }

  private func distort(
    _ table: CatalogueColumnUse.Table, _ use: CatalogueColumnUse, _ connection: SQLiteConnection
  ) throws {
    for (place, column) in try connection.columns(of: table).enumerated()
    where !column.isKey && !use.identifying.contains(.init(table: table, column: column.name)) {
      let isPath = use.ofPaths.contains(.init(table: table, column: column.name))
      let values = isPath ? Self.names : Self.values
      let cases = values.indices.map { "WHEN \($0) THEN ?" }.joined(separator: " ")
      let number = "abs(rowid * 7919 + \(place) * 104729 + rowid / 21) % \(values.count * 3)"
      // A table without rowids, or one with conditions, keeps its values.
      try? connection.prepare(
        SQLText(
          "UPDATE OR IGNORE \(table) SET \(column.quoted) = CASE \(number) \(cases)"
            + " ELSE \(column.quoted) END", values)
      ).run(values)
    }
  }
}

/// The statement that copies the rows of an asset in a table.
private struct CopiedColumns {
  /// The statement, whose parameters are the identifiers of the new and of the old asset.
  let statement: String

  init(_ link: CatalogueLinks.Link, _ connection: SQLiteConnection) throws {
    let columns = try connection.columns(of: CatalogueColumnUse.Table(link.table))
      .filter { !$0.isNumber || $0.isNamed(link.column) }
    let values = columns.map { column in
      if column.isNamed(link.column) { return "?1" }
      return column.isUnique ? "\(column.quoted) || '-' || ?1" : column.quoted
    }
    statement =
      "INSERT OR IGNORE INTO \(link.table) (\(columns.map(\.quoted).joined(separator: ", ")))"
      + " SELECT \(values.joined(separator: ", ")) FROM \(link.table) WHERE \(link.column) = ?2"
  }
}

/// A column of a fixture's table, and the constraints of its values.
private struct TableColumn {
  let name: String
  /// True if it is part of the primary key, or no two rows may have equal values.
  let isKey: Bool
  /// True if the column alone is a primary key that SQLite numbers itself.
  let isNumber: Bool
  let isUnique: Bool

  var quoted: String { "\"\(name.escaping(["\"": "\"\""]))\"" }

  func isNamed(_ other: String) -> Bool { name.lowercased() == other.lowercased() }
}

extension SQLiteConnection {
  fileprivate func columns(of table: CatalogueColumnUse.Table) throws -> [TableColumn] {
    let values: [SQLiteValue] = [.text(table.name), .text(table.database)]
    var unique: Set<String> = []
    try forEachRow(
      of: SQLText(
        "SELECT max(i.name) FROM pragma_index_list(?, ?) l JOIN pragma_index_info(l.name, ?) i"
          + " WHERE l.\"unique\" GROUP BY l.name HAVING count(*) = 1", values + [values[1]])
    ) { if let name = $0.text(0) { unique.insert(name) } }
    var keys = 0
    var found: [(name: String, type: String, isPrimary: Bool)] = []
    try forEachRow(of: SQLText("SELECT name, type, pk FROM pragma_table_info(?, ?)", values)) {
      let isPrimary = $0.integer(2) != 0
      if isPrimary { keys += 1 }
      found.append(($0.text(0) ?? "", $0.text(1) ?? "", isPrimary))
    }
    return found.map { name, type, isPrimary in
      TableColumn(
        name: name, isKey: isPrimary || unique.contains(name),
        isNumber: isPrimary && keys == 1 && type.lowercased() == "integer",
        isUnique: unique.contains(name))
    }
  }
}
