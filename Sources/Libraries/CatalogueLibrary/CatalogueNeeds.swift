internal import Files
internal import Platform

/// The tables without which a database is none of a program.
struct CatalogueNeeds {
  private let needs: [CatalogueDeclaration.Need]
  private let program: String

  init(_ declaration: CatalogueDeclaration) {
    needs = declaration.needs
    program = declaration.program
  }

  /// - Throws: ``FileProblem`` if a table or one of its columns is missing.
  func check(_ connection: SQLiteConnection, at path: String) throws {
    let name = path.pathNames.last ?? Substring(path)
    for need in needs {
      let known = try connection.columnNames(of: need.table)
      guard !known.isEmpty else {
        throw FileProblem("\(name) has no table of \(need.rows), so it is no library of \(program)")
      }
      guard need.columns.allSatisfy({ known.contains($0.lowercased()) }) else {
        throw FileProblem(
          "\(name) has a table of \(need.rows) without the columns that every release has")
      }
    }
  }
}

extension SQLiteConnection {
  /// Returns the names of a table's columns, in small letters; empty for anything but a real table: a
  /// view or a virtual table in a manipulated file could run any code.
  fileprivate func columnNames(of table: String) throws -> Set<String> {
    var names: Set<String> = []
    let sql = SQLText(
      "SELECT c.name FROM main.sqlite_master m, pragma_table_info(m.name, 'main') c"
        + " WHERE m.type = 'table' AND m.rootpage > 0 AND m.name = ? COLLATE NOCASE",
      [.text(table)])
    try forEachRow(of: sql) { row in
      if let name = row.text(0) { names.insert(name.lowercased()) }
    }
    return names
  }
}
