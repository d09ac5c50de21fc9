import AssetSupport
import CSQLite
import Files
import Foundation
import PhotosSamples
import Samples
import Testing

@testable import PhotosLibrary

/// Code in a stranger's database, in place of Photos' tables, which is not run.
@Suite struct PhotosHostileSchemaTests {
  private func world() throws -> PhotosWorld {
    let assets = (0..<20).map {
      PhotosSampleAsset(uuid: "A\($0)", filename: "\($0).jpg", created: Double($0))
    }
    return try PhotosWorld(PhotosSampleLibrary(.macOS15, assets))
  }

  private static let endless =
    "WITH RECURSIVE n(x) AS (SELECT 1 UNION ALL SELECT x + 1 FROM n) "
    + "SELECT x AS Z_PK, 'A' AS ZUUID, 0 AS ZKIND, x AS ZASSET FROM n"

  @Test(arguments: [
    "CREATE VIEW ZASSET AS \(endless)",
    "CREATE VIRTUAL TABLE ZASSET USING fts5(Z_PK, ZUUID, ZKIND)",
    "CREATE VIRTUAL TABLE ZASSET USING rtree(Z_PK, ZUUID, ZKIND)",
  ])
  func whatIsNoTableIsNoTableOfAssets(statement: String) throws {
    let world = try world()
    try world.change { try $0.execute("DROP TABLE ZASSET; \(statement)") }
    #expect(world.problem().contains("no table of assets"))
  }

  @Test func viewInPlaceOfDetailsOnlyCostsTheirFields() throws {
    let world = try world()
    try world.change { database in
      for table in ["ZADDITIONALASSETATTRIBUTES", "ZINTERNALRESOURCE", "ZGENERICALBUM"] {
        try database.execute("DROP TABLE \(table); CREATE VIEW \(table) AS \(Self.endless)")
      }
    }
    #expect(try world.uuids().count == 20)
    #expect(world.problem(["album": "any"]).contains("no album"))
  }

  @Test func computedColumnIsNone() throws {
    let world = try world()
    try world.change { database in
      try database.execute(
        """
        DROP INDEX Z_Asset_forAllPhotos;
        ALTER TABLE ZASSET DROP COLUMN ZWIDTH;
        ALTER TABLE ZASSET ADD COLUMN ZWIDTH INTEGER
          GENERATED ALWAYS AS (length(hex(zeroblob(100000000)))) VIRTUAL;
        """)
    }
    let asset = try #require(try world.assets().first)
    #expect(!asset.value(of: .pixelWidth).isPresent)
  }

  @Test func triggersDoNotMatter() throws {
    let world = try world()
    try world.change { database in
      try database.execute(
        "CREATE TRIGGER t AFTER UPDATE ON ZASSET BEGIN DELETE FROM ZASSET; END")
    }
    #expect(try world.uuids().count == 20)
  }

  /// An unknown order is reported, and not guessed.
  @Test func anUnknownCollationIsReported() throws {
    let world = try world()
    try world.change { database in
      sqlite3_create_collation(database.handle, "nobodys", SQLITE_UTF8, nil) { _, _, _, _, _ in 0 }
      try database.execute(
        "CREATE INDEX nobodys ON ZASSET (ZDATECREATED COLLATE nobodys)")
    }
    #expect(try world.uuids([:], ["sortedBy": "creationDate"]).count == 20)
  }

  @Test func namesOfJoinTablesAreNoSQL() throws {
    let world = try world()
    let release = PhotosRelease.macOS15
    try world.change { database in
      try database.execute(
        """
        DROP TABLE \(release.members.table);
        CREATE TABLE \(release.members.table) ("Z_30ALBUMS; DROP" INTEGER, Z_3ASSETS INTEGER);
        """)
    }
    #expect(try world.uuids().count == 20)
    #expect(try world.open().schema.members == nil)
  }

  /// Columns are found by what they are called, in whatever order they come.
  @Test func joinTableMayBeTheOtherWayRound() throws {
    let albums = [PhotosSampleAlbum("One", uuid: "M", assets: ["A2", "A1"], ["ZCUSTOMSORTKEY": 0])]
    let assets = (0..<3).map {
      PhotosSampleAsset(uuid: "A\($0)", filename: "a.jpg", created: Double($0))
    }
    let world = try PhotosWorld(PhotosSampleLibrary(.macOS15, assets, albums: albums))
    let (table, album, asset, place) = PhotosRelease.macOS15.members
    try world.change { database in
      try database.execute(
        """
        CREATE TABLE other (\(place) INTEGER, \(asset) INTEGER, Z_OTHER INTEGER, \(album) INTEGER);
        INSERT INTO other SELECT \(place), \(asset), 0, \(album) FROM \(table);
        DROP TABLE \(table);
        ALTER TABLE other RENAME TO \(table);
        """)
    }
    #expect(try world.uuids(["album": "One"]) == ["A2", "A1"])
  }

  @Test func aTextThatFillsTheMemoryIsReported() throws {
    let world = try world()
    try world.change {
      try $0.execute(
        "UPDATE ZASSET SET ZFILENAME = CAST(zeroblob(100000000) AS TEXT) WHERE Z_PK = 5")
    }
    #expect(world.problem().contains("too much memory"))
  }

  @Test(arguments: ["UTF-16le", "UTF-16be"])
  func textsOfAnyEncodingAreRead(encoding: String) throws {
    var asset = PhotosSampleAsset(uuid: "AB", filename: "é東京.jpg", created: 1)
    asset.keywords = ["Käse"]
    asset.persons = ["Zoë"]
    var sample = PhotosSampleLibrary(
      .macOS15, [asset], albums: [PhotosSampleAlbum("Été", uuid: "M", assets: ["AB"])])
    sample.encoding = encoding
    let world = try PhotosWorld(sample)
    let found = try #require(try world.assets().first)
    #expect(found.string(of: .filename) == "é東京.jpg")
    #expect(found.string(of: .localIdentifier) == "AB/L0/001")
    #expect(try world.uuids(["album": "Été"], ["keywords": "Käse"]) == ["AB"])
    #expect(
      try world.uuids([:], ["persons": "Zoë", "filename": .calling("like", "é*.jpg")]) == ["AB"])
  }
}
