import Decoding
import Foundation
import Pictures
import Samples
import TestSupport
import Testing

@Suite struct SharedThumbnailTests {
  let world: ThumbnailWorld

  init() throws {
    world = try ThumbnailWorld()
    try world.writeOriginal()
  }

  @Test(arguments: [(128, "normal"), (256, "large"), (512, "x-large"), (1024, "xx-large")])
  func standardSizesAreKeptWhereFileManagersLook(_ side: Int32, _ name: String) throws {
    let key = try world.key(side: side)
    #expect(key.output == .png)
    #expect(world.cache.lookup(key) == nil)
    let made = try world.make(key)
    let path = try world.sharedPath("a.png", in: name)
    #expect(String(decoding: made.path, as: UTF8.self) == world.folder.path(path))
    #expect(made.size == PictureSize(width: side, height: side * 3 / 4))
    #expect(world.cache.lookup(key) == made)
    #expect(try world.files() == [String(path.dropFirst("cache/".count))])
    #expect(try world.mode(of: path) == 0o600)
    for folder in ["cache/thumbnails", "cache/thumbnails/" + name] {
      #expect(try world.mode(of: folder) == 0o700)
    }
  }

  @Test func textsAreThoseOfTheStandard() throws {
    let texts = world.cache.texts(for: try world.key())
    let uri = try #require(FileURI(path: Array(world.folder.path("pictures/a.png").utf8))).text
    let expected = [
      "Thumb::URI": uri, "Thumb::MTime": "1400000000", "Thumb::Size": "4",
      "Software": "shotflow 1.2.3", "Thumb::Mimetype": "image/png", "Thumb::Image::Width": "4000",
      "Thumb::Image::Height": "3000",
    ]
    #expect(
      Dictionary(uniqueKeysWithValues: texts.map { ($0.keyword, $0.text) }) == expected)
    #expect(world.cache.texts(for: try world.key(side: 150)).isEmpty)
  }

  @Test(arguments: ["fill", "larger", "jpeg", "150", "wide"])
  func whatIsNoStandardSizeIsShotflowsOwn(_ what: String) throws {
    var key = try world.key()
    switch what {
    case "fill": key.contentMode = .aspectFill
    case "larger": key.allowsEnlarging = true
    case "jpeg": key.format = .jpeg
    case "150": key.targetSize = PictureSize(width: 150, height: 150)
    default: key.targetSize = PictureSize(width: 256, height: 128)
    }
    let made = try world.make(key)
    let own = world.folder.path("cache/shotflow/thumbnails/")
    #expect(String(decoding: made.path, as: UTF8.self).hasPrefix(own))
    #expect(world.cache.lookup(key) == made)
  }

  @Test func aFastOneIsNotGivenToOthersButTakenFromThem() throws {
    var fast = try world.key()
    fast.isFast = true
    let made = try world.make(fast)
    #expect(!String(decoding: made.path, as: UTF8.self).contains("/normal/"))
    #expect(world.cache.lookup(fast) == made)
    #expect(world.cache.lookup(try world.key()) == nil)
    let whole = try world.make(try world.key())
    #expect(world.cache.lookup(fast) == whole)
  }

  /// A thumbnail as another program would leave it.
  private func writeForeign(
    side: Int = 128, size name: String = "normal",
    _ change: (inout [String: String]) -> Void = { _ in }
  ) throws {
    let uri = try #require(FileURI(path: Array(world.folder.path("pictures/a.png").utf8))).text
    var texts = ["Thumb::URI": uri, "Thumb::MTime": "1400000000"]
    change(&texts)
    let picture = PNGPicture(width: side, height: side * 3 / 4) {
      $0.texts = texts.map { .plain(keyword: $0.key, text: $0.value) }
    }
    try FileManager.default.createDirectory(
      atPath: world.folder.path("cache/thumbnails/" + name), withIntermediateDirectories: true,
      attributes: [.posixPermissions: 0o700])
    try world.folder.write(picture, to: try world.sharedPath("a.png", in: name))
  }

  @Test func anotherProgramsThumbnailIsTaken() throws {
    try writeForeign()
    let found = try #require(world.cache.lookup(try world.key()))
    #expect(found.size == PictureSize(width: 128, height: 96))
    #expect(found.format == .png)
  }

  @Test(arguments: ["Thumb::MTime", "Thumb::URI", "Thumb::Size"])
  func oneThatIsOfAnotherFileOrTimeIsNot(_ keyword: String) throws {
    try writeForeign { $0[keyword] = $0[keyword].map { $0 + "1" } ?? "5" }
    #expect(world.cache.lookup(try world.key()) == nil)
    #expect(
      world.cache.source(for: try world.key(), minimum: PictureSize(width: 64, height: 48)) == nil)
    // It is made again, in its place.
    let made = try world.make(try world.key())
    #expect(world.cache.lookup(try world.key()) == made)
  }

  @Test(arguments: ["Thumb::MTime", "Thumb::URI"])
  func oneThatDoesNotSayIsNot(_ keyword: String) throws {
    try writeForeign { $0[keyword] = nil }
    #expect(world.cache.lookup(try world.key()) == nil)
  }

  @Test func oneOfAnotherShapeIsNot() throws {
    try writeForeign()
    var key = try world.key()
    key.pixelSize = PictureSize(width: 600, height: 800)
    #expect(world.cache.lookup(key) == nil)
  }

  @Test func aChangedOriginalIsAnotherPicture() throws {
    let made = try world.make(try world.key())
    #expect(world.cache.lookup(try world.key()) == made)
    try world.folder.setModified(
      Date(timeIntervalSince1970: 1_400_000_007), of: "pictures/a.png")
    #expect(world.cache.lookup(try world.key()) == nil)
  }

  @Test func anOriginalWrittenInTheSameSecondAsItsThumbnailIsReadAgain() throws {
    try writeForeign()
    let path = try world.sharedPath("a.png")
    try world.folder.setModified(Date(timeIntervalSince1970: 1_400_000_000.25), of: path)
    #expect(world.cache.lookup(try world.key()) == nil)
    try world.folder.setModified(Date(timeIntervalSince1970: 1_400_000_000.75), of: path)
    #expect(world.cache.lookup(try world.key()) != nil)
  }

  @Test func aBrokenOneIsNone() throws {
    try writeForeign()
    let path = try world.sharedPath("a.png")
    let whole = try world.folder.contents(of: path)
    for count in [0, 7, 20, 33, 60, whole.count / 2, whole.count - 1] {
      try world.folder.write(whole.prefix(count), to: path)
      #expect(world.cache.lookup(try world.key()) == nil, "\(count) bytes")
    }
    try world.folder.write(JPEGPicture(width: 128, height: 96), to: path)
    #expect(world.cache.lookup(try world.key()) == nil)
    // A chunk that claims to be 4 GB long.
    try world.folder.write(whole[..<33] + [0xFF, 0xFF, 0xFF, 0xFF] + whole[37...], to: path)
    #expect(world.cache.lookup(try world.key()) == nil)
  }

  @Test func aLargerOneIsASource() throws {
    try writeForeign(side: 512, size: "x-large")
    let key = try world.key(side: 150)
    let fit = PictureSize(width: 150, height: 112)
    let source = try #require(world.cache.source(for: key, minimum: fit))
    #expect(source.size == PictureSize(width: 512, height: 384))
    #expect(source.file.status.size > 0)
    // The smallest that suffices is best.
    try writeForeign(side: 256, size: "large")
    #expect(world.cache.source(for: key, minimum: fit)?.size.width == 256)
    // Its shorter side has to suffice as well.
    let square = PictureSize(width: 200, height: 200)
    #expect(world.cache.source(for: key, minimum: square)?.size.width == 512)
    #expect(
      world.cache.source(for: key, minimum: PictureSize(width: 600, height: 450)) == nil)
  }

  @Test func theFolderItselfIsNotMadeThumbnailsOf() throws {
    try writeForeign()
    let path = world.folder.path(try world.sharedPath("a.png"))
    let made = try world.make(try world.key(at: Array(path.utf8)))
    #expect(String(decoding: made.path, as: UTF8.self).contains("/cache/shotflow/"))
  }

  @Test func aNameThatIsNoUTF8() throws {
    let path = Array(world.folder.path("pictures/").utf8) + [0xFF, 0x41] + Array(".png".utf8)
    try world.writeOriginal("b.png")
    let renamed = OwnedBytes(path).withCString {
      rename(world.folder.path("pictures/b.png"), $0)
    }
    #expect(renamed == 0)
    let key = try world.key(at: path)
    let made = try world.make(key)
    #expect(world.cache.lookup(key) == made)
    #expect(world.cache.texts(for: key)[0].text.hasSuffix("/pictures/%FFA.png"))
  }

  @Test func aPictureThatNamesAnotherFileIsNotPlaced() throws {
    let key = try world.key()
    let size = ThumbnailWorld.size(of: key)
    let pending = try world.cache.begin(key)
    var texts = world.cache.texts(for: key)
    texts[0].text += "x"
    world.write(ThumbnailWorld.picture(size, .png, texts), to: pending)
    #expect(throws: FileProblem.self) { try pending.commit(size: size) }
    #expect(world.cache.lookup(key) == nil)
  }

  @Test func aFolderThatOthersMayWriteIntoIsNotUsed() throws {
    let folder = try world.folder.makeFolder("cache/thumbnails")
    chmod(folder, 0o777)
    let made = try world.make(try world.key())
    #expect(String(decoding: made.path, as: UTF8.self).contains("/cache/shotflow/"))
    #expect(world.cache.lookup(try world.key()) == made)
  }

  @Test func aLinkInPlaceOfTheFolderIsNotFollowed() throws {
    try world.folder.makeFolder("elsewhere")
    try world.folder.makeFolder("cache")
    symlink(world.folder.path("elsewhere"), world.folder.path("cache/thumbnails"))
    try world.make(try world.key())
    #expect(
      try FileManager.default.contentsOfDirectory(atPath: world.folder.path("elsewhere")).isEmpty)
  }
}
