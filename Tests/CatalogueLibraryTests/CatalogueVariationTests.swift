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
    #expect(links.assets == .init(table: "Images", column: "id"))
    #expect(
      links.others.map { "\($0.table).\($0.column)" } == [
        "ImageInformation.imageid", "ImageMetadata.imageid", "ImagePositions.imageid",
        "ImageTags.imageid",
      ])
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
