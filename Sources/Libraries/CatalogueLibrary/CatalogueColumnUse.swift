internal import CSQLite
internal import Files
internal import Platform
internal import Synchronization

/// The tables and columns that a declaration's SQL reads, as SQLite reports them.
struct CatalogueColumnUse {
  /// A table, and the database in SQL that has it, such as `main`.
  struct Table: Hashable, Comparable, CustomStringConvertible {
    let database: String
    let name: String

    init(database: String, name: String) {
      self.database = database
      self.name = name
    }

    /// Reads `name`, a table of the database `main`, or `database.name`.
    init(_ text: String) {
      let parts = text.split(separator: ".", maxSplits: 1).map(String.init)
      database = parts.count == 2 ? parts[0] : "main"
      name = parts.last ?? text
    }

    var description: String { "\(database).\"\(name.escaping(["\"": "\"\""]))\"" }

    static func < (left: Table, right: Table) -> Bool { left.description < right.description }
  }

  /// A column of a table, whose names SQLite compares without regard to case.
  struct Column: Hashable {
    let table: Table
    let column: String

    init(table: Table, column: String) {
      self.table = Table(database: table.database, name: table.name.lowercased())
      self.column = column.lowercased()
    }
  }

  private(set) var tables: Set<Table> = []
  /// The columns that identify assets, albums and roots, or join tables.
  private(set) var identifying: Set<Column> = []
  /// The columns of the originals' paths.
  private(set) var ofPaths: Set<Column> = []

  /// - Throws: ``LibraryProblem`` when the catalogue can't be read.
  init(_ declaration: CatalogueDeclaration, at path: String, in folder: String) throws {
    let place = try CataloguePlace(LibraryPlace(path: path), declaration)
    let database = try CatalogueDatabase(
      place, declaration, limit: CatalogueDatabase.patience, cancellation: nil)
    let recorder = ReadColumns()
    try database.use("the declaration") { connection in
      recorder.record(connection)
      func reads(_ expressions: [String?], _ from: String?) -> Set<Column> {
        recorder.found = []
        let columns = expressions.compactMap { $0 }.map { "(\($0))" }.joined(separator: ", ")
        _ = try? connection.prepare(
          SQLText("SELECT \(columns)" + (from.map { " FROM \($0)" } ?? "")))
        tables.formUnion(recorder.found.map(\.table))
        return Set(recorder.found.map { Column(table: $0.table, column: $0.column) })
      }
      // A subquery's columns may be of any use: they are read by the rows that it makes.
      func identify(_ expressions: [String?], _ from: String) {
        let found = reads(expressions, from)
        identifying.formUnion(
          from.contains("(") ? found.subtracting(reads(["1"], from)) : found)
      }
      if let version = declaration.version { identifying.formUnion(reads([version], nil)) }
      for assets in declaration.assets.sources {
        let from = assets.rows.from
        identifying.formUnion(reads([assets.row, assets.root], from))
        ofPaths.formUnion(reads([assets.path], from))
        for (_, column) in assets.allColumns { _ = reads(column.expressions, from) }
        let versions = assets.versions
        ofPaths.formUnion(reads([versions?.edited, versions?.shown, versions?.pair], from))
        _ = reads([versions?.unsaved], from)
      }
      for (_, list) in declaration.assets.allLists {
        identify([list.asset], list.rows.from)
        _ = reads([list.value], list.rows.from)
      }
      for albums in declaration.albums {
        let members = albums.members
        identify([albums.id], albums.rows.from)
        identify([members.album, members.asset], members.rows.from)
        _ = reads([albums.title, albums.parent, albums.caption], albums.rows.from)
      }
      if let roots = declaration.roots {
        identifying.formUnion(reads([roots.id, roots.path], roots.rows.from))
      }
    }
    withExtendedLifetime((recorder, database)) {}
  }
}

/// The columns that statements read, noted while they are prepared.
private final class ReadColumns {
  var found: [(table: CatalogueColumnUse.Table, column: String)] = []

  /// Notes the reads of a connection that ends before this object is released. Its statements are
  /// prepared, and never run.
  func record(_ connection: SQLiteConnection) {
    sqlite3_set_authorizer(
      connection.handle,
      { context, action, table, column, database, _ in
        guard action == SQLITE_READ, let context, let table, let column else { return SQLITE_OK }
        // The stand-in for a table is no table of the catalogue; what it reads is.
        if let database, String(cString: database) == "temp" { return SQLITE_OK }
        let columns = Unmanaged<ReadColumns>.fromOpaque(context).takeUnretainedValue()
        columns.found.append(
          (
            CatalogueColumnUse.Table(
              database: database.map { String(cString: $0) } ?? "main", name: String(cString: table)
            ),
            String(cString: column)
          ))
        return SQLITE_OK
      }, Unmanaged.passUnretained(self).toOpaque())
  }
}
