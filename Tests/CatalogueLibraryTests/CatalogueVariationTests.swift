import Contracts
import Engine
import Files
import TestSupport
import Testing

@testable import CatalogueLibrary

/// Catalogues for tests are made of SQL, at any size and with any values.
@Suite struct CatalogueVariationTests {
  private let folder: TemporaryDirectory

  init() throws {
    folder = try TemporaryDirectory()
  }

  private static let fixture = CatalogueFixture(
    sql: """
      CREATE TABLE info (version);
      CREATE TABLE photo (id INTEGER PRIMARY KEY, path, root, width, height, rating NOT NULL, flag,
        hidden, title UNIQUE, taken, added, latitude, longitude, kind, length, maker);
      CREATE TABLE tag (id INTEGER PRIMARY KEY, parent, name);
      CREATE TABLE photo_tag (photo, tag);
      CREATE TABLE root (id INTEGER PRIMARY KEY, path);
      INSERT INTO info VALUES (3);
      INSERT INTO root VALUES (1, 'pictures');
      INSERT INTO photo (id, path, root, rating, title) VALUES (4, 'a.jpg', 1, 5, 'A'), (9, 'b.jpg', 1, 1, NULL);
      INSERT INTO tag VALUES (1, NULL, 'Rome');
      INSERT INTO photo_tag VALUES (4, 1);
      """)

  private func variation() throws -> CatalogueVariation {
    try #require(CatalogueVariation(of: CatalogueWorld.declaration, Self.fixture))
  }

  private func count(_ sql: String, _ path: String) throws -> Int64? {
    try SQLiteConnection(path: path).integer(SQLText(sql))
  }

  @Test func assetsAreCopiedWithWhatBelongsToThem() throws {
    let path = try variation().write(count: 101, isOdd: false, to: folder.path)
    #expect(try count("SELECT count(*) FROM photo", path) == 101)
    #expect(
      try count("SELECT count(*) FROM photo_tag j JOIN photo p ON p.id = j.photo", path) == 51)
    #expect(try count("SELECT count(DISTINCT title) FROM photo", path) == 51)
    #expect(try count("SELECT min(id) FROM photo", path) == 4)
  }

  @Test(arguments: [0, 1, 101]) func assetsThatTextsIdentifyAreCopiedAndRemoved(
    _ number: Int
  ) throws {
    var (declaration, fixture) = (CatalogueWorld.declaration, Self.fixture)
    declaration.assets.row = "p.uuid"
    fixture.sql +=
      "ALTER TABLE photo ADD COLUMN uuid TEXT;"
      + "UPDATE photo SET uuid = 'u' || id; UPDATE photo_tag SET photo = 'u' || photo;"
    let variation = try #require(CatalogueVariation(of: declaration, fixture))
    let path = try variation.write(count: number, isOdd: number > 1, to: folder.path)
    #expect(try count("SELECT count(DISTINCT uuid) FROM photo", path) == Int64(number))
    #expect(
      try count("SELECT count(*) FROM photo_tag j JOIN photo p ON p.uuid = j.photo", path)
        == Int64((number + 1) / 2))
  }

  @Test(arguments: [0, 1]) func assetsAreRemoved(_ number: Int) throws {
    let path = try variation().write(count: number, isOdd: false, to: folder.path)
    #expect(try count("SELECT count(*) FROM photo", path) == Int64(number))
  }

  @Test func columnsThatIdentifyNothingGetValuesOfEveryType() throws {
    let path = try variation().write(count: 1000, isOdd: true, to: folder.path)
    for column in ["width", "flag", "taken", "latitude", "maker"] {
      #expect(
        try count("SELECT count(DISTINCT typeof(\(column))) FROM photo", path) == 4, "\(column)")
    }
    #expect(try count("SELECT count(*) FROM photo WHERE rating IS NULL", path) == 0)
    #expect(
      try count("SELECT count(*) FROM photo WHERE path LIKE '%' || char(10) || '%'", path) ?? 0 > 0)
    #expect(try count("SELECT count(*) FROM photo WHERE root IS NOT 1 OR id < 1", path) == 0)
    #expect(try count("SELECT count(*) FROM info WHERE version = 3", path) == 1)
  }

  @Test func theColumnsOfAnAssetAreFoundInJoinsAndLists() throws {
    let digikam = try DeclarationReader.declaration(
      String(decoding: ShippedCatalogue.digikam.source(), as: UTF8.self), path: "digikam.lua")
    let links = try #require(CatalogueLinks(digikam))
    #expect(links.keys.isEmpty && links.texts.isEmpty)
    let images = try #require(links.sources.first)
    #expect(images.assets == .init(table: "Images", column: "id"))
    #expect(
      images.others.map { "\($0.table).\($0.column)" } == [
        "ImageInformation.imageid", "ImageMetadata.imageid", "ImagePositions.imageid",
        "ImageTags.imageid",
      ])
  }

  private static let several = CatalogueFixture(
    sql: """
      CREATE TABLE still (id INTEGER PRIMARY KEY, path, title);
      CREATE TABLE film (id INTEGER PRIMARY KEY, path, title);
      CREATE TABLE size (film, width);
      CREATE TABLE tag (id INTEGER PRIMARY KEY, name, members);
      CREATE TABLE person (name, asset);
      CREATE TABLE score (film, name);
      INSERT INTO still VALUES (3, 'a.jpg', 'A'), (8, 'b.jpg', 'B');
      INSERT INTO film VALUES (5, 'c.mov', 'C');
      INSERT INTO size VALUES (5, 640);
      INSERT INTO tag VALUES (1, 'Rome', 'still-03,film-05,'), (2, 'Oslo', 'still-08'), (3, 'none', NULL);
      INSERT INTO person VALUES ('Ann', 6), ('Bob', 11);
      INSERT INTO score VALUES (5, 'Zed');
      """)

  private static let ofSeveral = """
    return library {
      name = "reel", api = 1, summary = "stills and films", file = "reel.db",
      assets = {
        { from = "still s", row = "s.id", identifier = "still-%02d", path = "s.path", fields = { title = "s.title" } },
        { from = "film f LEFT JOIN size z ON z.film = f.id", row = "f.id", identifier = "film-%02d",
          path = "f.path", fields = { title = "f.title", pixelWidth = "z.width" } },
        lists = {
          keywords = { value = "t.name", assets = "t.members", from = "tag t", order = "t.name" },
          persons = { value = "p.name", asset = "p.asset", from = "person p", order = "p.name" },
          placeName = { value = "c.name", asset = "c.film * 2 + 1", from = "score c", order = "c.name" },
        },
      },
      albums = {
        { kind = "tag", from = "tag t", id = "t.id", title = "t.name", members = { from = "tag t", album = "t.id", assets = "t.members" } },
        { kind = "title", from = "(SELECT DISTINCT title FROM still) x", id = "x.title", title = "x.title",
          members = { from = "(SELECT title, id * 2 AS asset FROM still) m", album = "m.title", asset = "m.asset" } },
      },
    }
    """

  @Test(arguments: [(0, 0, 0), (1, 1, 0), (2, 2, 0), (3, 2, 1), (10, 7, 3), (300, 200, 100)])
  func assetsOfSeveralTablesAreCopiedAndRemoved(
    _ number: Int, _ stills: Int64, _ films: Int64
  ) throws {
    let declaration = try DeclarationReader.declaration(Self.ofSeveral, path: "reel.lua")
    let variation = try #require(CatalogueVariation(of: declaration, Self.several))
    let path = try variation.write(count: number, isOdd: false, to: folder.path)
    #expect(try count("SELECT count(*) FROM still", path) == stills)
    #expect(try count("SELECT count(*) FROM film", path) == films)
    for table in ["size", "score"] {
      let sql = "SELECT count(*) FROM \(table) x JOIN film f ON f.id = x.film"
      #expect(try count(sql, path) == films, "\(table)")
    }
    let copies = stills - stills / 2
    #expect(
      try count("SELECT count(*) FROM person p JOIN still s ON p.asset = s.id * 2", path) == copies)
    #expect(
      try count("SELECT count(*) FROM person p JOIN film f ON p.asset = f.id * 2 + 1", path)
        == films)
    #expect(
      try count(
        "SELECT count(*) FROM tag t JOIN film f ON instr(t.members, printf('film-%02d', f.id) || ',')",
        path) ?? 0 >= films - 1)
    // As many are tried below, with values of every type.
    if number > 250 { return }
    let found = try LibraryContract(of: LibraryKind(testing: declaration), at: path).violations()
    #expect(found.isEmpty, "\(found)")
  }

  @Test func columnsOfSeveralTablesGetValuesOfEveryType() throws {
    let declaration = try DeclarationReader.declaration(Self.ofSeveral, path: "reel.lua")
    let variation = try #require(CatalogueVariation(of: declaration, Self.several))
    let path = try variation.write(count: 250, isOdd: true, to: folder.path)
    for column in ["still.title", "film.title", "size.width"] {
      let table = column.split(separator: ".")[0]
      #expect(
        try count("SELECT count(DISTINCT typeof(\(column))) FROM \(table)", path) == 4, "\(column)")
    }
    #expect(try count("SELECT count(*) FROM person WHERE typeof(asset) <> 'integer'", path) == 0)
    let found = try LibraryContract(of: LibraryKind(testing: declaration), at: path).violations()
    #expect(found.isEmpty, "\(found)")
  }

  @Test func aTriggerThatNeverEndsIsEnded() throws {
    var fixture = Self.fixture
    fixture.sql += """
      CREATE TRIGGER more AFTER INSERT ON photo BEGIN
        UPDATE tag SET name = (WITH RECURSIVE n(n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM n) SELECT max(n) FROM n);
      END;
      """
    let variation = try #require(CatalogueVariation(of: CatalogueWorld.declaration, fixture))
    #expect(throws: SQLiteProblem.self) {
      try variation.write(count: 9, isOdd: false, to: folder.path)
    }
  }

  @Test func anIdentifierThatIsNoColumnGivesNone() {
    var declaration = CatalogueWorld.declaration
    declaration.assets.row = "p.id % 3"
    #expect(CatalogueVariation(of: declaration, Self.fixture) == nil)
  }
}
