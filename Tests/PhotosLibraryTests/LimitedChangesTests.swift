import AssetSupport
import Foundation
import PhotosSamples
import PipelineSupport
import Samples
import TestSupport
import Testing

@testable import Engine
@testable import PhotosLibrary

/// The changes that a limited rule gets: only those of assets that it was shown, with any token.
@Suite(.enabled(if: Scenario.knows("observe"))) struct LimitedChangesTests {
  /// A library of a, b and c, whose other assets change.
  private final class World {
    let path: String
    let feed: ChangeFeed
    private let isPhotos: Bool
    private let folder: TemporaryDirectory

    init(isPhotos: Bool) throws {
      self.isPhotos = isPhotos
      folder = try TemporaryDirectory()
      let name = isPhotos ? "Test.photoslibrary" : "library"
      path = folder.path(name)
      if isPhotos {
        let assets = ["a", "b", "c"].map {
          PhotosSampleAsset(uuid: $0, filename: "\($0).jpg", created: 100)
        }
        try PhotosSampleLibrary(.macOS15, assets).write(to: path)
      } else {
        for name in ["a", "b", "c"] {
          try folder.write(PNGPicture(width: 2, height: 2), to: "library/\(name)")
        }
      }
      feed = try ChangeFeed(
        [StageCall("source"), StageCall("filter", ["sortedBy": "localIdentifier"])], library: path)
      feed.texts = ["a rule"]
    }

    func limit(to names: [String]) {
      feed.access = .limited(path, to: isPhotos ? names.map { "\($0)/L0/001" } : names)
    }

    func authorize() { feed.access = LibraryAccess() }

    /// Changes b, and takes c away.
    func changeOthers() throws {
      if isPhotos {
        let session = try PhotosSession(path)
        try session.commit(
          [.updated("Asset", 2)], "UPDATE ZASSET SET ZFAVORITE = 1 WHERE ZUUID = 'b'",
          "UPDATE ZASSET SET ZTRASHEDSTATE = 1 WHERE ZUUID = 'c'")
      } else {
        try folder.write(PNGPicture(width: 9, height: 9), to: "library/b")
        try FileManager.default.removeItem(atPath: "\(path)/c")
      }
    }
  }

  @Test(arguments: [false, true]) func whatBecomesOfTheOthersIsSilent(_ isPhotos: Bool) throws {
    let world = try World(isPhotos: isPhotos)
    world.limit(to: ["a"])
    #expect(try world.feed.next().changes == ["inserted 0 a"])
    let token = world.feed.token
    try world.changeOthers()
    let news = try world.feed.next()
    #expect(news.changes.isEmpty && !news.isListing)
    #expect(world.feed.token == token)
  }

  @Test(arguments: [false, true]) func whatIsNoLongerChosenIsRemoved(_ isPhotos: Bool) throws {
    let world = try World(isPhotos: isPhotos)
    world.limit(to: ["a", "b"])
    try world.feed.next()
    world.limit(to: ["b", "c"])
    let news = try world.feed.next()
    #expect(news.changes == ["removed 0 a", "inserted 1 c"])
    #expect(!news.isListing)
  }

  @Test(arguments: [false, true])
  func aTokenOfAllAssetsIsInvalidOnceTheRuleIsLimited(_ isPhotos: Bool) throws {
    let world = try World(isPhotos: isPhotos)
    try world.feed.next()
    world.limit(to: ["b"])
    let news = try world.feed.next()
    #expect(news.changes == ["inserted 0 b"])
    #expect(news.isListing)
    #expect(world.feed.messages.map { $0.contains("under another permission") } == [true])
    // Nor the other way round, where the fetch would seem to be as it was.
    world.authorize()
    #expect(try world.feed.next().changes == ["inserted 0 a", "inserted 1 b", "inserted 2 c"])
  }

  @Test(arguments: [false, true])
  func aTokenOfAnotherRuleIsInvalidForALimitedOne(_ isPhotos: Bool) throws {
    let world = try World(isPhotos: isPhotos)
    world.limit(to: ["a", "b", "c"])
    try world.feed.next()
    world.feed.texts = ["another rule with the same stages"]
    world.limit(to: ["a"])
    let news = try world.feed.next()
    #expect(news.changes == ["inserted 0 a"])
    #expect(news.isListing)
  }
}
