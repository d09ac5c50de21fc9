import Engine
import Files
import TestSupport
import Testing

@testable import CatalogueLibrary

/// A declaration reads catalogues of releases that lack columns and tables.
@Suite struct CatalogueStandInTests {
  private var declaration: CatalogueDeclaration {
    var declaration = CatalogueWorld.declaration
    declaration.assets.rows.from = "photo p LEFT JOIN place l ON l.photo = p.id"
    declaration.assets.rows.condition = "p.trashed IS NOT 1"
    declaration.assets.fields[.title] = .value("l.name")
    declaration.optional = ["photo": ["trashed", "TITLE"], "place": ["photo", "name"]]
    return declaration
  }

  private func titles(_ sql: String) throws -> [String] {
    let world = try CatalogueWorld(count: 3, "UPDATE photo SET hidden = 0; " + sql)
    let before = FolderState(world.folder.path)
    defer { #expect(FolderState(world.folder.path).changes(since: before) == []) }
    return try world.assets(declaration).map {
      $0.string(of: .localIdentifier) + $0.string(of: .title)
    }
  }

  @Test func missingColumnsAreNullAndMissingTablesEmpty() throws {
    #expect(try titles("") == ["1", "2", "3"])
  }

  @Test func thoseThatAreThereCount() throws {
    #expect(
      try titles(
        "ALTER TABLE photo ADD trashed; UPDATE photo SET trashed = 1 WHERE id = 2;"
          + "CREATE TABLE place (photo, name); INSERT INTO place VALUES (3, 'Rome')")
        == ["1", "3Rome"])
    #expect(try titles("CREATE TABLE place (photo, other)") == ["1", "2", "3"])
  }

  /// A view of the catalogue could be made by a stranger.
  @Test func viewsOfTheCatalogueAreStillRefused() throws {
    #expect(throws: LibraryProblem.self) {
      try titles("CREATE VIEW place AS SELECT 3 AS photo, 'Rome' AS name")
    }
    #expect(throws: LibraryProblem.self) {
      try titles("CREATE VIEW place AS SELECT 3 AS photo")
    }
  }

  @Test func othersAreNeeded() throws {
    let world = try CatalogueWorld(count: 1)
    var declaration = declaration
    declaration.optional["place"] = nil
    #expect(throws: LibraryProblem.self) { try world.assets(declaration) }
  }

  @Test(arguments: ["a b", "a\"b", "", "x.y"]) func oddNamesAreRefused(name: String) {
    for optional in [[name: ["a"]], ["a": [name]]] {
      var declaration = CatalogueWorld.declaration
      declaration.optional = optional
      #expect(declaration.problem?.subject == "optional")
    }
  }
}
