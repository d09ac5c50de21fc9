import AssetSupport
import Files
import Foundation
import PhotosSamples
import PipelineSupport
import Samples
import TestSupport
import Testing

@testable import Assets
@testable import Engine
@testable import PhotosLibrary

/// The list of a Photos library in an album browser.
@Suite struct PhotosAlbumFeedTests {
  private static let albums = [
    PhotosSampleAlbum("2019", uuid: "F1", kind: 4000),
    PhotosSampleAlbum("Trip", uuid: "B1", parent: 0, assets: ["A1", "A3", "A4"]),
    PhotosSampleAlbum("Trip", uuid: "B2", assets: ["A2", "A5", "A6"]),
    PhotosSampleAlbum("10/11 Paris", uuid: "B3", assets: ["A1"]),
    PhotosSampleAlbum("Films", uuid: "B4", assets: ["A4"]),
    PhotosSampleAlbum("Empty", uuid: "B5"),
  ]

  private let photos: PhotosWorld
  private let world: AlbumWorld

  init() throws {
    photos = try PhotosWorld(PhotosSampleLibrary(.macOS15, PhotosWorld.assets, albums: Self.albums))
    world = try AlbumWorld(photos)
  }

  @Test func albumsComeInTheOrderOfTheRuleWithCountAndNewest() throws {
    let outcome = try world.scenario().run()
    #expect(
      try AlbumWorld.summary(outcome) == [
        "smartAlbumPanoramas: 1, A3", "smartAlbumUserLibrary: 3, A2",
        "smartAlbumRecentlyAdded: 3, A2", "Trip: 2, A3", "Trip: 1, A2", "10/11 Paris: 1, A1",
      ])
    #expect(outcome.report.failures.isEmpty)
    #expect(
      try AlbumWorld.summary(world.scenario(["albumRegular", "smartAlbumPanoramas"]).run())
        .last == "smartAlbumPanoramas: 1, A3")
  }

  @Test func everyRecordStandsForItself() throws {
    let outcome = try world.scenario(["albumRegular"]).run()
    let first = try #require(try outcome.records.first)
    #expect(
      outcome.lines[0].hasPrefix("{\"v\":1,\"kind\":\"album\",\"localIdentifier\":\"B1/L0/040\""))
    #expect(first["title"] as? String == "Trip")
    #expect(first["subtype"] as? String == "albumRegular")
    #expect(first["folderPath"] as? [String] == ["2019"])
    #expect(first["library"] as? String == photos.path)
    #expect(try outcome.names == ["B1/L0/040", "B2/L0/040", "B3/L0/040"])
    #expect(try outcome.records[1]["folderPath"] as? [String] == [])
  }

  @Test func emptyAlbumsAreKeptOnRequest() throws {
    let all: ArgumentValue = ["mediaType": "image", "empty": true]
    let outcome = try world.scenario(["albumRegular", "smartAlbumScreenshots"], [all]).run()
    let summary = try AlbumWorld.summary(outcome)
    #expect(
      summary.suffix(3) == ["Films: 0, none", "Empty: 0, none", "smartAlbumScreenshots: 0, none"])
    #expect(try outcome.records.last?["cover"] == nil)
  }

  @Test func namesAndIdentifiersChooseAlbums() throws {
    let outcome = try world.scenario(["B3", "2019/Trip", "B2/L0/040", "10/11 Paris", "2019"]).run()
    #expect(
      try outcome.names == ["B3/L0/040", "B1/L0/040", "B2/L0/040", "B3/L0/040", "B1/L0/040"])
    let ambiguous = #expect(throws: LibraryProblem.self) { try world.scenario(["Trip"]).run() }
    #expect("\(ambiguous as Any)".contains("B1/L0/040"))
    #expect(throws: LibraryProblem.self) { try world.scenario(["Trop"]).run() }
  }

  /// Counting by the database and counting what a rule's function lets through are one thing.
  @Test func functionsLimitsAndTestsThatSQLCannotAnswerCount() throws {
    var scenario = world.scenario(
      ["smartAlbumUserLibrary", "albumRegular"],
      [CountingFunctions.reference, AlbumWorld.images])
    scenario.functions = CountingFunctions { $0.string(of: .filename) != "IMG_2.JPG" }
    #expect(
      try AlbumWorld.summary(scenario.run()) == [
        "smartAlbumUserLibrary: 2, A3", "Trip: 2, A3", "10/11 Paris: 1, A1",
      ])
    let like: ArgumentValue = [
      "filename": .calling("like", "IMG_*"), "sortedBy": "creationDate", "limit": 2, "offset": 1,
    ]
    #expect(
      try AlbumWorld.summary(
        world.scenario(["smartAlbumUserLibrary", "albumRegular"], [like]).run())
        == ["smartAlbumUserLibrary: 2, A3", "Trip: 2, A3"])
    let bySize: ArgumentValue = ["sortedBy": ["pixelWidth", "-creationDate"]]
    #expect(
      try AlbumWorld.summary(world.scenario(["albumRegular"], [bySize]).run())
        == ["Trip: 3, A4", "Trip: 1, A2", "10/11 Paris: 1, A1", "Films: 1, A4"])
  }

  @Test func whatComesFirstIsTheCoverWithoutAnOrder() throws {
    let outcome = try world.scenario(["B1", "smartAlbumRecentlyAdded"], []).run()
    #expect(try AlbumWorld.summary(outcome) == ["Trip: 3, A1", "smartAlbumRecentlyAdded: 4, A4"])
  }

  @Test func assetsOfOneMillisecondFollowTheirIdentifiers() throws {
    let assets = [
      PhotosSampleAsset(uuid: "Z", filename: "z.jpg", created: 100.0004),
      PhotosSampleAsset(uuid: "B", filename: "b.jpg", created: 100.0001),
      PhotosSampleAsset(uuid: "C", filename: "c.jpg", created: 100.0001),
    ]
    let photos = try PhotosWorld(PhotosSampleLibrary(.macOS15, assets))
    let outcome = try AlbumWorld(photos).scenario(["smartAlbumUserLibrary"]).run()
    #expect(try AlbumWorld.summary(outcome) == ["smartAlbumUserLibrary: 3, B"])
  }

  @Test func hiddenAssetsAreInTheirOwnAlbum() throws {
    let outcome = try world.scenario(["smartAlbumAllHidden", "smartAlbumUserLibrary"]).run()
    #expect(
      try AlbumWorld.summary(outcome) == [
        "smartAlbumAllHidden: 1, A5", "smartAlbumUserLibrary: 3, A2",
      ])
  }

  @Test func anAlbumIsFoundByItsListWhateverElseIsAsked() throws {
    let library = try photos.open()
    var selection = PhotosSelection()
    selection.album = .one(try #require(library.albums().first))
    selection.predicate = .equals(.mediaType, .text(TextConstant("image")))
    selection.order = PhotosDateOrder([SortKey(.creationDate, isDescending: true)])
    let sql = PhotosStatement(selection, library.schema)
    for statement in [sql.count] + sql.parts + sql.listing {
      var plan: [String] = []
      try library.connect().connection.forEachRow(
        of: SQLText("EXPLAIN QUERY PLAN \(statement.text)", statement.values)
      ) { plan.append($0.text(3) ?? "") }
      let tables = plan.filter { $0.contains("SEARCH") || $0.contains("SCAN") }
      #expect(tables.first?.contains(" z ") == true, "\(plan)")
      #expect(tables.dropFirst().first?.contains("a USING INTEGER PRIMARY KEY") == true, "\(plan)")
    }
  }

  @Test func theNewestOfManyComesWithoutReadingTheOthers() throws {
    let assets = (0..<3000).map {
      PhotosSampleAsset(uuid: "A\($0)", filename: "\($0).jpg", created: Double($0))
    }
    let photos = try PhotosWorld(PhotosSampleLibrary(.macOS15, assets))
    let page: ArgumentValue = [
      "mediaType": "image", "sortedBy": "-creationDate", "offset": 2, "limit": 3,
    ]
    let outcome = try Scenario(
      [StageCall("source"), StageCall("filter", page)], library: photos.path
    ).run()
    #expect(try outcome.names == ["A2997/L0/001", "A2996/L0/001", "A2995/L0/001"])
    #expect(outcome.report.read < 300)
  }

  @Test func manyAlbumsAreAllThereInOrder() throws {
    let albums = (0..<700).map {
      PhotosSampleAlbum("\($0)", uuid: "B\($0)", assets: ["A\($0 % 3 + 1)"])
    }
    let photos = try PhotosWorld(PhotosSampleLibrary(.macOS15, PhotosWorld.assets, albums: albums))
    let outcome = try AlbumWorld(photos).scenario(["albumRegular"]).run()
    #expect(
      try AlbumWorld.summary(outcome) == (0..<700).map { "\($0): 1, A\($0 % 3 + 1)" })
  }
}
