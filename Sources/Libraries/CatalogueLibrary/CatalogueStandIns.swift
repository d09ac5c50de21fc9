internal import Files

/// Stand-ins for columns and tables that some releases of a program lack, so that a declaration for
/// the newest release reads older catalogues as well.
struct CatalogueStandIns {
  private let columns: [String: [String]]

  /// - Parameter columns: The columns that may be missing, by their tables.
  init(_ columns: [String: [String]]) {
    self.columns = columns
  }

  /// Adds a view in place of each table that lacks columns, which are NULL in it; the view of a
  /// missing table has no rows.
  ///
  /// The views are in memory, and are part of no catalogue, whose own views can't be read.
  func add(to connection: SQLiteConnection) throws {
    let views = try columns.sorted { $0.key < $1.key }.compactMap { try view($0, $1, connection) }
    guard !views.isEmpty else { return }
    try connection.execute("PRAGMA temp_store = MEMORY; PRAGMA query_only = OFF")
    defer { try? connection.execute("PRAGMA query_only = ON") }
    for view in views { try connection.execute(view) }
  }

  private func view(
    _ table: String, _ wanted: [String], _ connection: SQLiteConnection
  ) throws -> String? {
    var known: Set<String> = []
    // A view of the catalogue counts as there, and can't be read.
    let sql = SQLText("SELECT name FROM pragma_table_info(?, 'main')", [.text(table)])
    try connection.forEachRow(of: sql) { row in
      if let name = row.text(0) { known.insert(name.lowercased()) }
    }
    let lacking = wanted.filter { !known.contains($0.lowercased()) }
    guard !lacking.isEmpty else { return nil }
    let nulls = lacking.map { "NULL AS \"\($0)\"" }.joined(separator: ", ")
    let rows = known.isEmpty ? "\(nulls) WHERE 0" : "*, \(nulls) FROM main.\"\(table)\""
    return "CREATE TEMP VIEW \"\(table)\" AS SELECT \(rows)"
  }
}

extension CatalogueDeclaration {
  /// True for a name of a table or column that needs no quotes.
  static func isPlainName(_ name: String) -> Bool {
    !name.isEmpty && name.utf8.count <= 100
      && name.utf8.allSatisfy {
        (0x30...0x39).contains($0) || (0x61...0x7A).contains($0 | 0x20) || $0 == 0x5F
      }
  }
}
