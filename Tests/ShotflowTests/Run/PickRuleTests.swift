import Foundation
import Samples
import TestSupport
import Testing

/// `rules/pick.lua`, the picker.
@Suite struct PickRuleTests {
  private let world: ProgramWorld

  init() throws {
    world = try ProgramWorld()
    for number in 1...6 { try world.picture("\(number).png", seed: UInt64(number)) }
    for name in ["a.mov", "b.mov"] {
      try world.directory.write(
        QuickTimeMovie(width: 64, height: 48, seed: 5) { $0.duration = 3 }, to: name)
    }
    try world.directory.write(GIFPicture(width: 16, height: 16), to: "dance.gif")
    try world.directory.write(WebPPicture(width: 16, height: 16), to: "poster.webp")
    try world.directory.write("no picture", to: "note.txt")
  }

  /// What the picker says of one pick.
  private struct Pick: Decodable {
    let path: String
    let mediaType: String
    let uniformTypeIdentifier: String?
    let labels: [String]?
    let duration: Double?
    let livePhotoVideoPath: String?
    let exif: Tags?
    let data: Content?
    let file: Content?

    struct Content: Decodable { let byteCount: Int }

    struct Tags: Decodable {
      let make: String?
      enum CodingKeys: String, CodingKey { case make = "Make" }
    }
  }

  private func pick(_ words: [String], input: [UInt8] = []) async throws -> ProgramResult {
    try await world.program(["run", ProgramWorld.pickRule] + words, input: input).result()
  }

  private func picks(_ words: String...) async throws -> [String] {
    try await pick(words).decodedLines(as: Pick.self).map(\.path)
  }

  private let pictures = (1...6).map { "pictures/\($0).png" }

  @Test(arguments: [
    ([], 4), (["--selected", "1"], 3), (["--selected", "4"], 0), (["--selected", "9"], 0),
    (["--selected", "-2"], 4), (["--limit", "2"], 2), (["--limit", "6"], 6), (["--limit", "0"], 0),
    (["--limit", "3", "--selected", "2"], 1),
  ])
  func takesAsManyPicturesAsAreLeft(_ words: [String], _ count: Int) async throws {
    let result = try await pick(words + pictures)
    #expect(result.status == .exited(0))
    #expect(try result.decodedLines(as: Pick.self).map(\.path) == Array(pictures.prefix(count)))
    #expect(result.errorText == "")
  }

  @Test func takesNoPartOfAPicture() async throws {
    let result = try await pick(["--limit", "2.5"] + pictures)
    #expect(result.status == .exited(64))
    #expect(result.text == "")
    #expect(result.errorText.contains("option --limit: \"2.5\" is not a whole number"))
  }

  @Test func takesOneVideoInstead() async throws {
    #expect(try await picks("a.mov", "b.mov", pictures[0]) == ["a.mov"])
    #expect(try await picks(pictures[0], "a.mov", pictures[1]) == Array(pictures.prefix(2)))
    #expect(try await picks("--selected", "1", "a.mov", pictures[0]) == [pictures[0]])
    #expect(try await picks("--limit", "0", "a.mov") == [])
  }

  @Test func filtersByKind() async throws {
    #expect(try await picks("--filter", "videos", pictures[0], "a.mov") == ["a.mov"])
    #expect(try await picks("--filter", "images", "a.mov", pictures[0]) == [pictures[0]])
    #expect(try await picks("--filter=videos,images", "a.mov", pictures[0]) == ["a.mov"])
    let result = try await pick(["--filter", "images", "a.mov", "b.mov", pictures[0]])
    #expect(result.status == .exited(0))
    #expect(
      result.errorLines == ["shotflow: 2 left out: not of the kinds that --filter names"])
  }

  @Test(arguments: [
    ("image", "did you mean \"images\"?"), ("images,livephotos", "did you mean \"livePhotos\"?"),
    ("", "one or more of images, livePhotos, videos"),
  ])
  func refusesAnUnknownKind(_ kinds: String, _ message: String) async throws {
    let result = try await pick(["--filter", kinds, pictures[0]])
    #expect(result.status == .exited(64))
    #expect(result.text == "")
    #expect(result.errorLines.count == 1)
    #expect(result.errorText.contains(message))
  }

  @Test func loadsPicturesAsDataAndVideosAsFiles() async throws {
    let images = try await pick(["dance.gif", "poster.webp", pictures[0]])
      .decodedLines(as: Pick.self)
    #expect(images.map(\.labels) == [["gif"], ["webp"], nil])
    #expect(
      images.map(\.uniformTypeIdentifier) == [
        "com.compuserve.gif", "org.webmproject.webp", "public.png",
      ])
    for image in images {
      #expect(image.data?.byteCount == (try world.directory.contents(of: image.path).count))
      #expect(image.file == nil)
    }
    try world.directory.write(
      JPEGPicture(width: 16, height: 16) { $0.exif = EXIFBlock { $0.make = "Maker" } },
      to: "taken.jpg")
    let taken = try await pick(["taken.jpg"]).decodedLines(as: Pick.self)
    #expect(taken.first?.exif?.make == "Maker")
    let video = try #require(try await pick(["a.mov"]).decodedLines(as: Pick.self).first)
    #expect(video.file?.byteCount == (try world.directory.contents(of: "a.mov").count))
    #expect(video.duration == 3)
    #expect(video.data == nil)
    #expect(video.exif == nil)
  }

  @Test func passesOverWhatIsNeitherAndCountsIt() async throws {
    try world.directory.write("x", to: "other.txt")
    let result = try await pick(["note.txt", "other.txt", pictures[0]])
    #expect(result.status == .exited(0))
    #expect(try result.decodedLines(as: Pick.self).count == 1)
    #expect(result.errorText == "shotflow: 2 left out: neither a picture nor a video\n")
  }

  @Test func aMissingFileCostsOnlyItself() async throws {
    let result = try await pick(["missing.png", pictures[0]])
    #expect(result.status == .exited(3))
    #expect(try result.decodedLines(as: Pick.self).map(\.path) == [pictures[0]])
    #expect(result.errorText == "shotflow: missing.png: no such file or folder\n")
  }

  @Test func takesPathsByNullAndNamesThatNoTextCanHold() async throws {
    let name: [UInt8] = [0x62, 0xFF, 0x0A] + Array(".png".utf8)
    let path = (Array(world.path("").utf8) + name + [0]).map { CChar(bitPattern: $0) }
    #expect(rename(world.path("pictures/6.png"), path) == 0)
    let result = try await pick(["-0"], input: name + [0] + Array(pictures[0].utf8) + [0])
    #expect(result.status == .exited(0), "\(result.errorText)")
    #expect(try result.records().map { $0.pathBytes.map(Array.init) } == [name, nil])
  }

  @Test func takesRecordsOfAnotherRun() async throws {
    _ = try world.libraryRule("filter { sortedBy = \"-filename\" }")
    let result = try await world.shell(
      "\"$shotflow\" run rule.lua -l pictures | \"$shotflow\" run \(ProgramWorld.pickRule) --limit 2"
    ).result()
    #expect(try result.records().map(\.filename) == ["6.png", "5.png"])
    #expect(result.errorText == "")
  }

  @Test func findsTheLivePhotosAmongFiles() async throws {
    let identifier = "0B6A2F5C-1111-4A4A-9F9F-000000000001"
    try world.directory.write(
      JPEGPicture(width: 16, height: 16) {
        $0.exif = EXIFBlock {
          $0.make = "Apple"
          $0.makerNote = .apple(contentIdentifier: identifier, burstIdentifier: nil)
        }
      }, to: "live/IMG_1.jpg")
    try world.directory.write(
      QuickTimeMovie(width: 16, height: 16) {
        $0.setApple(contentIdentifier: identifier, creationDate: "2024-01-01T12:00:00+0000")
      }, to: "live/IMG_1.MOV")
    let result = try await pick(["--filter", "livePhotos", pictures[0], "live/IMG_1.jpg"])
    let live = try result.decodedLines(as: Pick.self)
    #expect(live.map(\.path) == ["live/IMG_1.jpg"])
    #expect(live.first?.livePhotoVideoPath == "live/IMG_1.MOV")
    try FileManager.default.removeItem(atPath: world.path("live/IMG_1.MOV"))
    #expect(try await picks("--filter", "livePhotos", "live/IMG_1.jpg") == [])
  }
}
