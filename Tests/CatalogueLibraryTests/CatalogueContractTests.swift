import Contracts
import Engine
import Platform
import TestSupport
import Testing

@testable import CatalogueLibrary

/// Any catalogue keeps the contract of libraries, whatever types its values have.
@Suite struct CatalogueContractTests {
  @Test(arguments: [0, 1, 300]) func keepsTheContract(count: Int) throws {
    let world = try CatalogueWorld(count: count)
    let contract = LibraryContract(of: LibraryKind(of: CatalogueWorld.declaration), at: world.path)
    let violations = try contract.violations()
    #expect(violations.isEmpty, "\(violations.prefix(10).joined(separator: "\n"))")
    #expect(try world.assets(CatalogueWorld.declaration, all).count == count)
  }

  private var all: AssetFetch {
    var fetch = AssetFetch()
    fetch.includesHidden = true
    return fetch
  }

  @Test func testsOfDeclaredFieldsAreAnsweredBySQL() {
    let kind = LibraryKind(of: CatalogueWorld.declaration)
    let tests: [AssetPredicate] = [
      .like(.title, LikePattern("*o*")), .has(.keywords, TextConstant("Rom")),
      .equals(.title, .text(TextConstant("VÖGEL", ignoringCase: true))),
      .oneOf(.mediaType, [.text(TextConstant("image"))]), .present(.location),
      .ordered(.creationDate, .less, .date(Instant(milliseconds: 0))),
      .equals(.isFavorite, .flag(false)), .not(.present(.rating)),
    ]
    for test in tests { #expect(kind.answers(test), "\(test)") }
    for test in [AssetPredicate.present(.sha1), .present(.caption), .present(.isMissing)] {
      #expect(!kind.answers(test), "\(test)")
    }
  }

  @Test func explainShowsTheStatementsOfAlbums() throws {
    let world = try CatalogueWorld(count: 1)
    let kind = LibraryKind(of: CatalogueWorld.declaration)
    let context = world.context(of: kind)
    let library = try kind.open(LibraryPlace(path: world.path), for: context)
    let request = AlbumRequest(
      names: ["albumRegular"], includesHidden: true, includesBurstFrames: false)
    let lines = try #require(try kind.abilities.albums.statements?(library, request, Query()))
    #expect(lines.count == 6)
    #expect(
      lines[0]
        == "SELECT ((p.id) COLLATE BINARY) FROM photo p WHERE 1 ORDER BY ((p.id) COLLATE BINARY)")
    #expect(lines[1] == "plan: SCAN p")
    #expect(
      lines[2].hasPrefix("SELECT (t.id), as_text((t.name)), (t.parent), NULL FROM tag t ORDER BY"))
    #expect(lines[3].hasPrefix("plan: SCAN t"))
    #expect(lines[4] == "SELECT (j.tag), (j.photo) FROM photo_tag j")
    #expect(lines[5] == "plan: SCAN j")
  }

  @Test func theMarkIsOfAllDatabases() throws {
    let world = try CatalogueWorld(count: 1)
    var declaration = CatalogueWorld.declaration
    declaration.attached = [.init(name: "more", file: "more.db")]
    let kind = LibraryKind(of: declaration)
    let place = LibraryPlace(path: world.path)
    func mark(_ content: String) throws -> UInt64? {
      try world.folder.write(Array(content.utf8), to: "more.db")
      // A file that was just written has no fingerprint yet.
      let end = ContinuousClock.now + .seconds(60)
      while ContinuousClock.now < end {
        if let files = kind.mark(place)?.files { return files }
        usleep(10_000)
      }
      return nil
    }
    let first = try #require(try mark("one"))
    #expect(try mark("two") != first)
    #expect(kind.abilities.databases?(place) == [world.path, world.folder.path("more.db")])
  }

  @Test func explainShowsTheStatement() throws {
    let world = try CatalogueWorld(count: 1)
    let kind = LibraryKind(of: CatalogueWorld.declaration)
    let library = try kind.open(LibraryPlace(path: world.path), for: world.context(of: kind))
    let fetch = AssetFetch(
      predicate: .like(.title, LikePattern("Rom*")), order: [SortKey(.creationDate)])
    #expect(
      library.statements(for: fetch) == [
        "SELECT … FROM photo p WHERE ((((p.hidden) IS TRUE) IS NOT 1) AND "
          + "passes(as_text((p.title)), title like \"Rom*\")) ORDER BY "
          + "as_date((p.taken), 6) IS NULL, as_date((p.taken), 6), CAST(((p.id) COLLATE BINARY) AS TEXT)",
        "plan: SCAN p; USE TEMP B-TREE FOR ORDER BY",
        "keywords: SELECT (j.photo), as_text((t.name)) FROM photo_tag j JOIN tag t ON t.id = j.tag"
          + " WHERE (j.photo) IN (SELECT value FROM json_each(?)) ORDER BY t.name",
        "plan: SCAN j; LIST SUBQUERY 1; SCAN json_each VIRTUAL TABLE INDEX 1:"
          + "; SEARCH t USING INTEGER PRIMARY KEY (rowid=?); USE TEMP B-TREE FOR ORDER BY",
      ])
    #expect(library.findings == ["a catalogue of Cat, version 3"])
  }
}
