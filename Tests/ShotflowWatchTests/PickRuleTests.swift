import Foundation
import ProgramSupport
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

  /// The picker's output about one pick.
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
    ([], 4, 2), (["--selected", "1"], 3, 3), (["--selected", "4"], 0, 6),
    (["--selected", "9"], 0, 6), (["--limit", "2"], 2, 4), (["--limit", "6"], 6, 0),
    (["--limit", "0"], 6, 0), (["--limit", "0", "--selected", "9"], 6, 0),
    (["--limit", "3", "--selected", "2"], 1, 5),
  ])
  func takesAsManyPicturesAsAreLeft(_ words: [String], _ count: Int, _ leftOut: Int) async throws {
    let result = try await pick(words + pictures)
    #expect(result.status == .exited(0))
    #expect(try result.decodedLines(as: Pick.self).map(\.path) == Array(pictures.prefix(count)))
    let limit = words.first == "--limit" ? words[1] : "4"
    #expect(
      result.errorText
        == (leftOut == 0 ? "" : "shotflow: \(leftOut) left out: over the limit of \(limit)\n"))
  }

  @Test func countsWhatTheLimitLeftOutToTheEnd() async throws {
    let many = (0..<2000).map { _ in pictures[0] + "\n" }.joined()
    let result = try await pick(["--limit", "1"], input: Array(many.utf8))
    #expect(try result.decodedLines(as: Pick.self).count == 1)
    #expect(result.errorText == "shotflow: 1999 left out: over the limit of 1\n")
  }

  @Test(arguments: [
    (["--limit", "-1"], "option --limit: \"-1\" is not a whole number, 0 or more"),
    (["--limit=-1"], "option --limit: \"-1\" is not a whole number, 0 or more"),
    (["--limit", "-9223372036854775809"], "is not a whole number, 0 or more"),
  ])
  func takesNoLimitBelowNone(_ words: [String], _ message: String) async throws {
    let result = try await pick(words + pictures)
    #expect(result.status == .exited(64))
    #expect(result.text == "")
    #expect(result.errorLines.count == 1)
    #expect(result.errorText.contains(message), "\(result.errorText)")
  }

  @Test func takesNoNumberBelowNoneOfThoseSelected() async throws {
    let result = try await pick(["--selected", "-2"] + pictures)
    #expect(result.status == .exited(64))
    #expect(result.text == "")
    #expect(result.errorText.contains("--selected takes how many are picked already"))
  }

  @Test(arguments: [
    (["--selected", "pictures/5.png,pictures/2.png"], [5, 2, 1, 3]),
    (["--selected", "pictures/5.png", "--selected", "pictures/2.png"], [5, 2, 1, 3]),
    (["--selected", "pictures/5.png,elsewhere.png", "--limit", "3"], [5, 1]),
    (["--selected", "pictures/5.png,pictures/2.png", "--limit", "2"], [5, 2]),
    (["--selected", "pictures/6.png,pictures/5.png", "--limit", "1"], [6]),
    (["--selected", "pictures/6.png", "--limit", "0"], [6, 1, 2, 3, 4, 5]),
  ])
  func beginsWithThoseSelectedInTheirOrder(_ words: [String], _ numbers: [Int]) async throws {
    let result = try await pick(words + pictures)
    #expect(result.status == .exited(0), "\(result.errorText)")
    let expected = numbers.map { pictures[$0 - 1] }
    #expect(try result.decodedLines(as: Pick.self).map(\.path) == expected)
  }

  @Test func takesIdentifiersWithCommas() async throws {
    try world.picture("a, b.png", seed: 77)
    let result = try await pick(
      ["--limit", "1", "--selected", "pictures/a\\, b.png"] + pictures + ["pictures/a, b.png"])
    #expect(try result.decodedLines(as: Pick.self).map(\.path) == ["pictures/a, b.png"])
  }

  @Test func takesNoPartOfAPicture() async throws {
    let result = try await pick(["--limit", "2.5"] + pictures)
    #expect(result.status == .exited(64))
    #expect(result.text == "")
    #expect(result.errorText.contains("option --limit: \"2.5\" is not a whole number"))
  }

  @Test func takesPicturesAndVideosTogether() async throws {
    let mixed = ["a.mov", pictures[0], "b.mov", pictures[1]]
    #expect(try await pick(mixed).decodedLines(as: Pick.self).map(\.path) == mixed)
    let limited = try await pick(["--limit", "2", "--selected", "1"] + mixed)
    #expect(try limited.decodedLines(as: Pick.self).map(\.path) == ["a.mov"])
    let all = try await pick(["--limit", "0"] + mixed + pictures.dropFirst(2))
    #expect(try all.decodedLines(as: Pick.self).count == 8)
  }

  @Test func filtersByKind() async throws {
    #expect(try await picks("--filter", "videos", pictures[0], "a.mov") == ["a.mov"])
    #expect(try await picks("--filter", "images", "a.mov", pictures[0]) == [pictures[0]])
    let both = ["a.mov", pictures[0]]
    for words in [["--filter=videos,images"], ["--filter", "videos", "--filter", "images"]] {
      #expect(try await pick(words + both).decodedLines(as: Pick.self).map(\.path) == both)
    }
    let result = try await pick(["--filter", "images", "a.mov", "b.mov", pictures[0]])
    #expect(result.status == .exited(0))
    #expect(
      result.errorLines == ["shotflow: 2 left out: not of the kinds that --filter names"])
  }

  @Test(arguments: [
    ("image", "did you mean \"images\"?"), ("images,livePhotes", "did you mean \"livePhotos\"?"),
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

  @Test func aRecordThatNamesItsFileByANumberIsAFailure() async throws {
    let lines = [
      #"{"path":"pictures/1.png"}"#, #"{"path":5}"#, #"{"path":["a"]}"#, #"{"pathBytes":7}"#,
      #"{"mediaType":1,"path":"pictures/1.png"}"#,
      #"{"path":"pictures/2.png","localIdentifier":{}}"#,
      #"{"path":"pictures/3.png","localIdentifier":null}"#,
    ]
    let result = try await pick([], input: Array(lines.joined(separator: "\n").utf8))
    #expect(result.status == .exited(3))
    #expect(
      try result.decodedLines(as: Pick.self).map(\.path) == ["pictures/1.png", "pictures/3.png"])
    #expect(
      result.errorLines == [
        "shotflow: line 2: is no record: \"path\" is a text, not 5",
        "shotflow: line 3: is no record: \"path\" is a text, not [\"a\"]",
        "shotflow: line 4: is no record: \"pathBytes\" is a text, not 7",
        "shotflow: line 5: is no record: \"mediaType\" is a text, not 1",
        "shotflow: line 6: is no record: \"localIdentifier\" is a text, not {}",
      ])
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
    #expect(result.errorText == "shotflow: 4 left out: over the limit of 2\n")
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
