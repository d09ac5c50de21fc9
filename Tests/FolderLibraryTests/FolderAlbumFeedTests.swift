import AssetSupport
import Engine
import Foundation
import PipelineSupport
import Samples
import TestSupport
import Testing

/// A folder lists its sub-folders, and the albums that are computed, in the same shape.
@Suite struct FolderAlbumFeedTests {
  private let world: AlbumWorld

  init() throws {
    world = try AlbumWorld()
  }

  private func write(_ paths: String...) throws {
    for path in paths {
      try world.pictures.library.write(PNGPicture(width: 2, height: 2), to: path)
    }
  }

  private func summary(
    _ albums: ArgumentValue, _ filters: [ArgumentValue] = [["sortedBy": "-filename"]]
  ) throws -> [String] {
    try AlbumWorld.summary(world.scenario(albums, filters).run())
  }

  @Test func subfoldersAreAlbums() throws {
    try write("root.png", "A/a.png", "A/b.png", "A/In/c.png", "Z/d.png")
    try world.pictures.library.makeFolder("Empty")
    let outcome = try world.scenario(["albumRegular", "smartAlbumUserLibrary"]).run()
    #expect(try outcome.names == ["A", "A/In", "Z", "smartAlbumUserLibrary"])
    #expect(
      try AlbumWorld.summary(
        world.scenario(["albumRegular", "smartAlbumUserLibrary"], [["sortedBy": "-filename"]]).run()
      ) == [
        "A: 2, A/b.png", "In: 1, A/In/c.png", "Z: 1, Z/d.png", "smartAlbumUserLibrary: 5, root.png",
      ])
    let inner = try #require(try outcome.records.dropFirst().first)
    #expect(inner["title"] as? String == "In")
    #expect(inner["folderPath"] as? [String] == ["A"])
    #expect(inner["subtype"] as? String == "albumRegular")
    #expect(try summary(["albumRegular"], [["empty": true]]).contains("Empty: 0, none"))
  }

  @Test func computedAlbumsAreFoundInTheSamePass() throws {
    try write(
      "A/Screenshot from 2015-09-27 21-29-28.png", "A/x.png",
      "Screenshot from 2015-09-27 21-29-38.png")
    #expect(
      try AlbumWorld.summary(
        world.scenario(["smartAlbumScreenshots", "A", "smartAlbumPanoramas", "albumCloudShared"])
          .run()
      ).first == "smartAlbumScreenshots: 2, Screenshot from 2015-09-27 21-29-38.png")
  }

  @Test func namesChooseFolders() throws {
    try write("A/a.png", "B/A/b.png", "B/C/c.png")
    #expect(try summary(["C", "B/A"]) == ["C: 1, B/C/c.png", "A: 1, B/A/b.png"])
    #expect(throws: LibraryProblem.self) { try summary(["D"]) }
  }

  @Test func functionsAndLimitsCountForEachAlbum() throws {
    try write("A/1.png", "A/2.png", "A/3.png", "B/1.png", "B/2.png")
    var scenario = world.scenario(
      ["albumRegular"], [CountingFunctions.reference, ["sortedBy": "filename", "limit": 1]])
    scenario.functions = CountingFunctions { $0.string(of: .filename) != "1.png" }
    #expect(try AlbumWorld.summary(scenario.run()) == ["A: 1, A/2.png", "B: 1, B/2.png"])
  }

  @Test func aFileWithoutContentIsNoImageAndNoFailure() throws {
    try write("A/1.png", "A/2.png")
    try world.pictures.library.write("", to: "A/3.png")
    let outcome = try world.scenario(["A", "smartAlbumUserLibrary", "smartAlbumRecentlyAdded"])
      .run()
    let counts = try AlbumWorld.summary(outcome).map { String($0.prefix { $0 != "," }) }
    #expect(
      counts == ["A: 2", "smartAlbumUserLibrary: 2", "smartAlbumRecentlyAdded: 2"])
    #expect(outcome.reasons == [])
  }

  @Test func severalLibrariesFollowEachOther() throws {
    try write("A/1.png")
    let other = try AlbumWorld()
    try other.pictures.library.write(PNGPicture(width: 2, height: 2), to: "B/1.png")
    var scenario = world.scenario(["albumRegular"])
    scenario.libraries.append(other.library)
    #expect(try scenario.run().names == ["A", "B"])
  }
}
