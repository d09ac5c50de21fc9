import AssetSupport
import Foundation
import Pipeline
import PipelineSupport
import Samples
import TestSupport
import Testing

/// Changes of a list of albums.
@Suite struct AlbumObserveTests {
  private let directory: TemporaryDirectory

  init() throws {
    directory = try TemporaryDirectory()
  }

  private func picture(_ name: String, seed: UInt64 = 1) throws {
    try directory.write(PNGPicture(width: 8, height: 8, seed: seed), to: "pictures/\(name)")
  }

  private func remove(_ name: String) throws {
    try FileManager.default.removeItem(atPath: directory.path("pictures/\(name)"))
  }

  private func feed(
    _ albums: ArgumentValue = "albumRegular",
    _ filter: ArgumentValue = ["mediaType": "image", "sortedBy": "filename"],
    behind: [StageCall] = []
  ) throws -> ChangeFeed {
    try ChangeFeed(
      [StageCall("source", ["albums": albums]), StageCall("filter", filter)],
      library: directory.path("pictures"), behind: behind)
  }

  @Test func albumChangesAreReported() throws {
    for name in ["b/1.png", "c/1.png", "d/1.png", "e/1.png"] { try picture(name) }
    let feed = try feed()
    let first = try feed.next()
    #expect(first.changes == ["inserted 0 b", "inserted 1 c", "inserted 2 d", "inserted 3 e"])
    #expect(first.assets[0]["kind"] as? String == "album")
    #expect(first.assets[0]["count"] as? Int == 1)
    #expect(try feed.next().changes == [])
    try remove("b")
    try picture("a/1.png")
    try picture("d/2.png", seed: 2)
    let news = try feed.next()
    #expect(news.changes == ["removed 0 b", "inserted 0 a", "changed 2 d"])
    #expect(news.assets[0]["kind"] as? String == "album" && news.assets[0]["count"] == nil)
    #expect(news.assets[2]["count"] as? Int == 2)
    #expect(feed.list == ["a", "c", "d", "e"])
    #expect(try feed.next().changes == [])
  }

  @Test func anotherCoverIsAChange() throws {
    for name in ["a/2.png", "a/3.png"] { try picture(name) }
    let feed = try feed()
    try feed.next()
    // As many as before, and another that comes first.
    try remove("a/3.png")
    try picture("a/1.png", seed: 9)
    let news = try feed.next()
    #expect(news.changes == ["changed 0 a"])
    #expect((news.assets[0]["cover"] as? [String: Any])?["filename"] as? String == "1.png")
    // The same name, and another picture.
    try picture("a/1.png", seed: 10)
    #expect(try feed.next().changes == ["changed 0 a"])
  }

  @Test func whatDoesNotCountIsNoChange() throws {
    try picture("a/1.png")
    let feed = try feed()
    try feed.next()
    try directory.write("text", to: "pictures/a/0.txt")
    try directory.makeFolder("pictures/empty")
    #expect(try feed.next().changes == [])
  }

  @Test func anAlbumThatBecomesEmptyIsRemovedUnlessEmptyOnesAreListed() throws {
    try picture("a/1.png")
    let (feed, all) = (try feed(), try self.feed("albumRegular", ["empty": true]))
    for feed in [feed, all] { try feed.next() }
    try remove("a/1.png")
    #expect(try feed.next().changes == ["removed 0 a"])
    #expect(try all.next().changes == ["changed 0 a"])
  }

  @Test func smartAlbumsAreObservedAsAllOthers() throws {
    try picture("a.png")
    let feed = try feed(["smartAlbumScreenshots", "smartAlbumUserLibrary"])
    #expect(try feed.next().changes == ["inserted 0 smartAlbumUserLibrary"])
    try picture("Screenshot from 2024-01-01 12-00-00.png", seed: 2)
    let news = try feed.next()
    #expect(
      news.changes == ["inserted 0 smartAlbumScreenshots", "changed 1 smartAlbumUserLibrary"])
    #expect(news.assets.map { $0["title"] as? String } == ["Screenshots", "Recents"])
  }

  @Test func coversOfWhatChangedAreLoadedAndTheirFailuresStay() throws {
    for name in ["a/1.png", "b/1.png"] { try picture(name) }
    let world = try PictureWorld()
    let load = StageCall("load", ["cover": [4, 4]])
    let feed = try feed(behind: [load])
    feed.outputFolder = world.out.path
    feed.decoders = world.decoders.pool
    try feed.next()
    let failing = JPEGPicture(width: 8, height: 8) { $0.comment = Array("name:0 fail".utf8) }
    try directory.write(failing, to: "pictures/b/0.jpg")
    let news = try feed.next()
    #expect(news.changes == ["changed 1 b"])
    let cover = news.assets[0]["cover"] as? [String: Any]
    #expect((cover?["error"] as? String)?.contains("the picture is damaged") == true)
    #expect(news.report?.failureCount == 1)
    #expect(feed.list == ["a", "b"])
  }

  @Test func aTokenOfAssetsIsInvalidForAlbums() throws {
    try picture("a/1.png")
    let assets = try ChangeFeed(library: directory.path("pictures"))
    try assets.next()
    let (news, _) = try feed().ask(assets.token)
    #expect(news.isListing)
  }
}
