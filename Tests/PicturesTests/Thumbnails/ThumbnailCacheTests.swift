import Decoding
import Foundation
import Pictures
import TestSupport
import Testing

@Suite struct ThumbnailCacheTests {
  let world: ThumbnailWorld

  init() throws {
    world = try ThumbnailWorld()
    try world.writeOriginal()
  }

  @Test func looksMakeNoFolder() throws {
    let key = try world.key()
    #expect(world.cache.lookup(key) == nil)
    #expect(world.cache.failure(of: key) == nil)
    #expect(world.cache.source(for: key, minimum: PictureSize(width: 1, height: 1)) == nil)
    #expect(world.cache.status().count == 0)
    world.cache.clear()
    #expect(!FileManager.default.fileExists(atPath: world.folder.path("cache")))
  }

  @Test func statusCountsAndClearRemovesWhatIsShotflowsOwn() throws {
    try world.make(try world.key())
    for side in [150, 160, 170] as [Int32] { try world.make(try world.key(side: side)) }
    world.cache.remember(DecodeProblem(.damaged, "broken"), of: try world.key())
    let status = world.cache.status()
    #expect(status.path == world.folder.path("cache/shotflow/thumbnails"))
    #expect(status.sharedPath == world.folder.path("cache/thumbnails"))
    #expect(status.count == 3)
    #expect(status.byteCount >= 3 * 4096)
    #expect(status.limit == 512 << 20)
    #expect(status.failureCount == 1)
    world.cache.clear()
    let cleared = world.cache.status()
    #expect((cleared.count, cleared.byteCount, cleared.failureCount) == (0, 0, 0))
    #expect(try world.files() == [try world.sharedPath("a.png").dropFirst(6)].map(String.init))
    #expect(world.cache.lookup(try world.key()) != nil)
  }

  @Test(arguments: [DecodeProblem.Reason.damaged, .crashed])
  func failuresOfTheFileAreReportedAgain(_ reason: DecodeProblem.Reason) throws {
    let problem = DecodeProblem(reason, "the picture is broken: größe\nin line 2")
    let key = try world.key(side: 150)
    world.cache.remember(problem, of: key)
    #expect(world.cache.failure(of: key) == problem)
    #expect(world.cache.failure(of: try world.key(side: 512)) == problem)
    let name = try world.sharedPath("a.png", in: "fail/shotflow-1.2.3")
    #expect(try world.mode(of: name) == 0o600)
    // Another version may do better, and so may another day.
    let other = try ThumbnailWorld.cache(below: world.folder.path, version: "1.2.4")
    #expect(other.failure(of: key) == nil)
    try world.folder.setModified(Date(timeIntervalSinceNow: -90_000), of: name)
    #expect(world.cache.failure(of: key) == nil)
  }

  @Test(arguments: [
    DecodeProblem.Reason.missingLibrary, .outOfMemory, .deadline, .cancelled, .notWritten,
  ])
  func failuresThatPassAreNotRemembered(_ reason: DecodeProblem.Reason) throws {
    world.cache.remember(DecodeProblem(reason, "no luck"), of: try world.key())
    #expect(world.cache.failure(of: try world.key()) == nil)
  }

  @Test func aChangedFileIsTriedAgain() throws {
    world.cache.remember(DecodeProblem(.damaged, "broken"), of: try world.key())
    try world.folder.write([1], to: "pictures/a.png")
    #expect(world.cache.failure(of: try world.key()) == nil)
  }

  @Test func aFailureIsAPictureToOtherPrograms() throws {
    world.cache.remember(DecodeProblem(.damaged, "broken"), of: try world.key())
    let bytes = try world.folder.contents(
      of: try world.sharedPath("a.png", in: "fail/shotflow-1.2.3"))
    #expect(bytes.starts(with: [0x89, 0x50, 0x4E, 0x47]))
    #expect(
      try PNGCheck(bytes).chunkTypes == ["IHDR"] + Array(repeating: "tEXt", count: 9) + [
        "IDAT", "IEND",
      ])
  }

  @Test(arguments: ["cache/shotflow", "cache"])
  func aFolderThatMayNotBeWrittenIsDoneWithout(_ name: String) async throws {
    let folder = try world.folder.makeFolder(name)
    chmod(world.folder.path, 0o755)
    chmod(folder, 0o555)
    defer { chmod(folder, 0o700) }
    // Those of 128 pixels are beside the cache's own folder, where other programs find them.
    let sides: [Int32] = name == "cache" ? [128, 150, 150] : [150, 150]
    await #expect(processExitsWith: .success) {
      [path = world.folder.path as String, sides = sides as [Int32]] in
      // Permissions don't hold for root.
      if geteuid() == 0 { try #require(setuid(65534) == 0) }
      let world = try ThumbnailWorld()
      try world.writeOriginal()
      let cache = try ThumbnailWorld.cache(below: path)
      for side in sides {
        let key = try world.key(side: side)
        #expect(cache.lookup(key) == nil)
        #expect(throws: FileProblem.self) { try cache.begin(key) }
        cache.remember(DecodeProblem(.damaged, "broken"), of: key)
      }
    }
  }

  @Test(arguments: ["cache/shotflow", "cache/shotflow/thumbnails"])
  func aFolderThatOthersMayWriteIntoIsNotUsed(_ name: String) throws {
    chmod(try world.folder.makeFolder(name), 0o777)
    #expect(throws: FileProblem("others may write into it")) {
      try world.cache.begin(try world.key(side: 150))
    }
  }

  @Test(arguments: ["cache/shotflow", "cache/shotflow/thumbnails"])
  func aLinkIsNotFollowed(_ name: String) throws {
    let elsewhere = try world.folder.makeFolder("elsewhere")
    try world.folder.makeFolder("cache")
    if name.hasSuffix("thumbnails") { try world.folder.makeFolder("cache/shotflow") }
    symlink(elsewhere, world.folder.path(name))
    #expect(throws: FileProblem.self) { try world.cache.begin(try world.key(side: 150)) }
    #expect(try FileManager.default.contentsOfDirectory(atPath: elsewhere).isEmpty)
  }

  @Test(.enabled(if: geteuid() == 0, "only root can have another user's folder"))
  func anotherUsersFolderIsNotUsed() async throws {
    try world.folder.makeFolder("cache/shotflow/thumbnails")
    chmod(world.folder.path, 0o755)
    await #expect(processExitsWith: .success) { [path = world.folder.path as String] in
      try #require(setuid(65534) == 0)
      let world = try ThumbnailWorld()
      try world.writeOriginal()
      let cache = try ThumbnailWorld.cache(below: path)
      #expect(throws: FileProblem("belongs to another user")) {
        try cache.begin(try world.key(side: 150))
      }
    }
  }
}
