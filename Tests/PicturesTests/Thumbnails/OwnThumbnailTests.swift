import Decoding
import Foundation
import Pictures
import Samples
import TestSupport
import Testing

@Suite struct OwnThumbnailTests {
  let world: ThumbnailWorld

  init() throws {
    world = try ThumbnailWorld()
    try world.writeOriginal()
  }

  @Test(arguments: PictureFormat.allCases)
  func whatWasMadeIsFound(_ format: PictureFormat) throws {
    var key = try world.key(side: 150)
    key.format = format
    #expect(world.cache.lookup(key) == nil)
    let made = try world.make(key)
    #expect(made.format == format)
    #expect(made.size == PictureSize(width: 150, height: 112))
    #expect(made.byteCount == Int64(try world.folder.contents(of: path(of: made)).count))
    #expect(world.cache.lookup(key) == made)
    #expect(try ThumbnailWorld.cache(below: world.folder.path).lookup(key) == made)
    #expect(try world.mode(of: path(of: made)) == 0o600)
    #expect(try world.mode(of: "cache/shotflow/thumbnails") == 0o700)
    #expect(try world.files().count == 1)
  }

  @Test func whatKeptItsAlphaIsFoundAsAPNG() throws {
    var key = try world.key(side: 150)
    key.keepsAlpha = true
    let size = ThumbnailWorld.size(of: key)
    let pending = try world.cache.begin(key)
    world.write(ThumbnailWorld.picture(size, .png), to: pending)
    let made = try pending.commit(size: size, keptAlpha: true)
    #expect(made.format == .png)
    #expect(world.cache.lookup(key) == made)
    // One that was asked for is made again: it may be opaque.
    key.keepsAlpha = false
    #expect(world.cache.lookup(key) == nil)
    key.format = .png
    #expect(world.cache.lookup(key) == nil)
  }

  @Test func onlyWhoAllowsItGetsAPNG() throws {
    let key = try world.key(side: 150)
    let size = ThumbnailWorld.size(of: key)
    let pending = try world.cache.begin(key)
    world.write(ThumbnailWorld.picture(size, .png), to: pending)
    #expect(throws: FileProblem.self) { try pending.commit(size: size, keptAlpha: true) }
  }

  private func path(of thumbnail: CachedThumbnail) -> String {
    let path = String(decoding: thumbnail.path, as: UTF8.self)
    return String(path.dropFirst(world.folder.path.count + 1))
  }

  @Test func eachRequestIsAPictureOfItsOwn() throws {
    let key = try world.key(side: 150)
    try world.make(key)
    let others: [(inout ThumbnailKey) -> Void] = [
      { $0.targetSize = PictureSize(width: 150, height: 151) }, { $0.targetSize = nil },
      { $0.contentMode = .aspectFill }, { $0.allowsEnlarging = true }, { $0.format = .webp },
      { $0.quality = 50 }, { $0.isFast = true },
    ]
    for change in others {
      var other = key
      change(&other)
      #expect(world.cache.lookup(other) == nil)
    }
  }

  @Test func aChangedOriginalIsAnotherPicture() throws {
    try world.make(try world.key(side: 150))
    // The same size and time of writing; but the file system knows that it was written.
    try world.writeOriginal(byte: 9)
    #expect(world.cache.lookup(try world.key(side: 150)) == nil)
  }

  @Test func anOriginalThatIsReachedByAnotherWayHasOnePicture() throws {
    let made = try world.make(try world.key(side: 150))
    let before = try world.key(side: 150)
    try FileManager.default.createSymbolicLink(
      atPath: world.folder.path("by another way"),
      withDestinationPath: world.folder.path("pictures"))
    var key = before
    key.path = Array(world.folder.path("by another way/a.png").utf8)
    #expect(world.cache.lookup(key) == made)
  }

  @Test func aBrokenOneIsMadeAnew() throws {
    let key = try world.key(side: 150)
    let made = try world.make(key)
    let whole = try world.folder.contents(of: path(of: made))
    for count in [0, 1, 20, whole.count / 2, whole.count - 2] {
      try world.folder.write(whole.prefix(count), to: path(of: made))
      #expect(world.cache.lookup(key) == nil, "\(count) bytes")
    }
    try world.folder.write(ThumbnailWorld.picture(made.size, .png), to: path(of: made))
    #expect(world.cache.lookup(key) == nil)
    #expect(try world.make(key) == made)
    #expect(world.cache.lookup(key) == made)
  }

  @Test func whatIsNotWholeIsNotPlaced() throws {
    let key = try world.key(side: 150)
    let size = ThumbnailWorld.size(of: key)
    let picture = ThumbnailWorld.picture(size, .jpeg)
    for bytes in [[], Array(picture.dropLast(2)), ThumbnailWorld.picture(size, .png)] {
      let pending = try world.cache.begin(key)
      world.write(bytes, to: pending)
      #expect(throws: FileProblem.self) { try pending.commit(size: size) }
    }
    let pending = try world.cache.begin(key)
    world.write(picture, to: pending)
    #expect(throws: FileProblem.self) {
      try pending.commit(size: PictureSize(width: size.width, height: size.height + 1))
    }
    #expect(world.cache.lookup(key) == nil)
  }

  @Test func whatIsNotCommittedLeavesNothing() throws {
    do {
      let pending = try world.cache.begin(try world.key(side: 150))
      world.write([1, 2, 3], to: pending)
    }
    #expect(try world.files().isEmpty)
  }

  @Test func anOriginalWrittenAsItIsReadIsReadAgain() throws {
    let key = try world.key(side: 150)
    let made = try world.make(key)
    // The picture was begun as the file was written, by the clock of the file system.
    let moment = Date(timeIntervalSince1970: Double(key.file.changed) / 1e9 + 0.001)
    try world.folder.setModified(moment, of: path(of: made))
    #expect(world.cache.lookup(key) == nil)
  }

  @Test func deletingTheCacheLosesNothingButTime() throws {
    let key = try world.key(side: 150)
    let made = try world.make(key)
    try FileManager.default.removeItem(atPath: world.folder.path("cache"))
    #expect(world.cache.lookup(key) == nil)
    #expect(try world.make(key) == made)
    #expect(world.cache.lookup(key) == made)
    let shared = try world.key()
    try world.make(shared)
    try FileManager.default.removeItem(atPath: world.folder.path("cache"))
    #expect(world.cache.lookup(shared) == nil)
    #expect(try world.make(shared) == world.cache.lookup(shared))
  }

  @Test func isKeptBelowItsLimit() throws {
    let limit: Int64 = 160 << 10
    let world = try ThumbnailWorld(limit: limit)
    try world.writeOriginal()
    var keys: [ThumbnailKey] = []
    for side in 1...100 as ClosedRange<Int32> {
      let key = try world.key(side: side * 4 + 2)
      keys.append(key)
      // The first stays in use.
      try world.make(key)
      if let first = world.cache.lookup(keys[0]) { try touch(first, in: world) }
      let status = world.cache.status()
      #expect(status.byteCount <= limit)
      #expect(world.cache.lookup(key) != nil)
    }
    #expect(world.cache.status().count > 20)
    #expect(world.cache.lookup(keys[0]) != nil)
    #expect(world.cache.lookup(keys[1]) == nil)
  }

  /// Sets the times as the file system does when a file was not read for a day.
  private func touch(_ thumbnail: CachedThumbnail, in world: ThumbnailWorld) throws {
    var times = [timespec(), timespec()]
    clock_gettime(CLOCK_REALTIME, &times[0])
    times[0].tv_sec += 1
    let path = String(decoding: thumbnail.path, as: UTF8.self)
    var facts = stat()
    #expect(stat(path, &facts) == 0)
    #if canImport(Darwin)
      times[1] = facts.st_mtimespec
    #else
      times[1] = facts.st_mtim
    #endif
    #expect(utimensat(AT_FDCWD, path, times, 0) == 0)
  }

  @Test func aLostCountIsMadeAnew() throws {
    let limit: Int64 = 64 << 10
    let world = try ThumbnailWorld()
    try world.writeOriginal()
    for side in 1...40 as ClosedRange<Int32> { try world.make(try world.key(side: side * 4 + 2)) }
    try FileManager.default.removeItem(
      atPath: world.folder.path("cache/shotflow/thumbnails/.usage"))
    let smaller = try ThumbnailWorld.cache(below: world.folder.path, limit: limit)
    try world.make(try world.key(side: 300), in: smaller)
    #expect(smaller.status().byteCount <= limit)
  }

  @Test func whatKilledProcessesLeftIsRemoved() throws {
    let world = try ThumbnailWorld(limit: 8 << 10)
    try world.writeOriginal()
    let made = try world.make(try world.key(side: 300))
    let shard = String(decoding: made.path, as: UTF8.self).split(separator: "/").dropLast()
      .joined(separator: "/").dropFirst(world.folder.path.count)
    try world.folder.write("old", to: shard + "/.shotflow-1", modified: .distantPast)
    try world.folder.write("new", to: shard + "/.shotflow-2")
    for side in 1...4 as ClosedRange<Int32> { try world.make(try world.key(side: side * 4 + 2)) }
    let names = try world.files().map { $0.split(separator: "/").last }
    #expect(!names.contains(".shotflow-1"))
  }

  @Test(arguments: [false, true])
  func aFolderInThePlaceOfAThumbnailIsIgnored(isEmpty: Bool) throws {
    try world.writeOriginal()
    let key = try world.key(side: 300)
    let path = String(decoding: try world.make(key).path, as: UTF8.self)
    try FileManager.default.removeItem(atPath: path)
    let place = String(path.dropFirst(world.folder.path.count + 1))
    try world.folder.makeFolder(place)
    if !isEmpty { try world.folder.write("x", to: place + "/file") }
    #expect(world.cache.lookup(key) == nil)
    try world.make(key)
    #expect(world.cache.lookup(key) != nil)
  }

  @Test func aSweepLeavesWhatIsBeingWritten() throws {
    let world = try ThumbnailWorld(limit: 32 << 10)
    try world.writeOriginal()
    let key = try world.key(side: 300)
    let size = ThumbnailWorld.size(of: key)
    let pending = try world.cache.begin(key)
    for side in 1...20 as ClosedRange<Int32> { try world.make(try world.key(side: side * 4 + 2)) }
    world.write(ThumbnailWorld.picture(size, .jpeg), to: pending)
    #expect(try pending.commit(size: size).size == size)
  }

  @Test func severalThreadsAndCachesMakeTheSameAtOnce() async throws {
    let key = try world.key(side: 150)
    try await withThrowingTaskGroup { group in
      for _ in 0..<8 {
        group.addTask { [world] in
          let cache = try ThumbnailWorld.cache(below: world.folder.path)
          for _ in 0..<20 {
            try world.make(key, in: cache)
            // Whatever the others do, one whole picture is there.
            #expect(cache.lookup(key)?.size == PictureSize(width: 150, height: 112))
          }
        }
      }
      try await group.waitForAll()
    }
    #expect(try world.files().count == 1)
  }

  @Test func severalProcessesMakeAndSweepAtOnce() async throws {
    let path = world.folder.path
    let original = world.folder.path("pictures/a.png")
    await withTaskGroup { group in
      for _ in 0..<3 {
        group.addTask {
          await #expect(processExitsWith: .success) {
            [path = path as String, original = original as String] in
            let world = try ThumbnailWorld()
            let cache = try ThumbnailWorld.cache(below: path, limit: 96 << 10)
            for side in 1...60 as ClosedRange<Int32> {
              let key = try world.key(at: Array(original.utf8), side: side * 4 + 2)
              try world.make(key, in: cache)
            }
          }
        }
      }
    }
    let cache = try ThumbnailWorld.cache(below: path, limit: 96 << 10)
    let status = cache.status()
    #expect(status.count > 0)
    #expect(status.byteCount <= 96 << 10)
    #expect(try world.files().allSatisfy { !$0.contains("/.shotflow-") })
  }
}
