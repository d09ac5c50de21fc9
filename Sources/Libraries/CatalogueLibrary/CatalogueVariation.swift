internal import CSQLite
internal import Files
internal import Platform

/// A catalogue of any size and with any values, made of a fixture: assets are copied or removed, and
/// columns that identify nothing get NULLs, values of other types and odd names.
package struct CatalogueVariation {
  private let declaration: CatalogueDeclaration
  private let fixture: CatalogueFixture
  private let links: CatalogueLinks

  /// - Returns: nil if the assets of a table are identified by no column, so that none can be copied.
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

  /// An asset of the fixture, by its table's index and its row there.
  private struct Original {
    let source: Int
    let key: CatalogueKey
  }

  private func resize(_ connection: SQLiteConnection, to count: Int) throws {
    var originals: [Original] = []
    for (source, (table, key)) in links.sources.map({ ($0.assets.table, $0.assets.column) })
      .enumerated()
    {
      let known = originals.count
      let sql = SQLText("SELECT \(key) FROM \(table) ORDER BY \(key)")
      try connection.forEachRow(of: sql) { row in
        if let key = CatalogueKey(row, 0) { originals.append(Original(source: source, key: key)) }
      }
      guard originals.count > count else { continue }
      try connection.execute(
        "DELETE FROM \(table) WHERE \(key) NOT IN"
          + " (SELECT \(key) FROM \(table) ORDER BY \(key) LIMIT \(max(0, count - known)))")
    }
    guard !originals.isEmpty, originals.count < count else { return }
    let lasts = Dictionary(originals.map { ($0.source, $0.key) }) { $1 }
    var copiesOfSource = links.sources.map { _ in 0 }
    let copies = (originals.count..<count).map { number in
      let original = originals[number % originals.count]
      copiesOfSource[original.source] += 1
      let distance = copiesOfSource[original.source]
      if case .number(let last)? = lasts[original.source], case .number = original.key {
        return (original: original, key: CatalogueKey.number(last + Int64(distance)))
      }
      return (original, .text("\(original.key.identifier)-\(distance)"))
    }
    for (source, links) in links.sources.enumerated() {
      let own = copies.filter { $0.original.source == source }.map { ($0.original.key, $0.key) }
      for link in [links.assets] + links.others { try copy(own, link, connection) }
    }
    let keys = copies.map { (key($0.original.key, $0.original), key($0.key, $0.original)) }
    for link in links.keys { try copy(keys, link, connection) }
    for link in links.texts { try add(keys, to: link, connection) }
  }

  /// Copies the rows of assets in a table, by pairs of an old and a new identifier.
  private func copy(
    _ pairs: [(old: CatalogueKey, new: CatalogueKey)], _ link: CatalogueLinks.Link,
    _ connection: SQLiteConnection
  ) throws {
    let copy = try CopiedColumns(link, connection)
    for (old, new) in pairs {
      let values = [new.value, old.value]
      try connection.cached(SQLText(copy.statement, values)).run(values)
    }
  }

  /// Returns the key of a row in the table of an asset; see ``CatalogueIdentifiers``.
  private func key(_ row: CatalogueKey, _ asset: Original) -> CatalogueKey {
    guard case .number(let number) = row else { return row }
    return .number(number * Int64(links.sources.count) + Int64(asset.source))
  }

  /// Adds the identifiers of new assets to the texts that name the old ones.
  private func add(
    _ pairs: [(old: CatalogueKey, new: CatalogueKey)], to link: CatalogueLinks.Link,
    _ connection: SQLiteConnection
  ) throws {
    let identifiers = CatalogueIdentifiers(declaration.assets)
    let copies = Dictionary(grouping: pairs, by: \.old)
    var changes: [[SQLiteValue]] = []
    let sql = SQLText("SELECT rowid, \(link.column) FROM \(link.table)")
    try connection.forEachRow(of: sql) { row in
      guard let place = row.integer(0), let text = row.text(1), let bytes = row.textBytes(1)
      else { return }
      var names: [String] = []
      identifiers.forEachKey(in: bytes) { key in
        names += (copies[.number(key)] ?? []).map { identifiers.text(of: $0.new) }
      }
      guard !names.isEmpty else { return }
      let separator = text.hasSuffix(",") ? "" : ","
      changes.append([.text(text + separator + names.joined(separator: ",")), .integer(place)])
    }
    for values in changes {
      let update = "UPDATE \(link.table) SET \(link.column) = ? WHERE rowid = ?"
      try connection.cached(SQLText(update, values)).run(values)
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

extension CatalogueKey {
  fileprivate var value: SQLiteValue {
    switch self {
    case .number(let number): .integer(number)
    case .text(let text): .text(text)
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
