import Foundation
import ProgramSupport
import Samples
import TestSupport
import Testing

/// Pictures that look alike, as the built tool shows them: which are kept, which are listed, what is
/// left alone.
@Suite struct SimilarRuleTests {
  private let world: ProgramWorld

  init() throws {
    world = try ProgramWorld()
  }

  private func jpeg(
    _ name: String, _ width: Int, _ height: Int, seed: UInt64 = 1, orientation: UInt16? = nil
  ) throws {
    try world.directory.write(
      JPEGPicture(width: width, height: height, seed: seed) {
        if let orientation { $0.exif = EXIFBlock { $0.orientation = orientation } }
      }, to: "pictures/\(name)")
  }

  private func png(_ name: String, _ width: Int, _ height: Int, _ mosaic: Mosaic) throws {
    try world.directory.write(
      PNGPicture(width: width, height: height) { $0.mosaic = mosaic }, to: "pictures/\(name)")
  }

  /// A picture in four sizes and formats, and another one.
  private func writeCopies() throws {
    try jpeg("a small.jpg", 128, 128)
    try jpeg("b large.jpg", 512, 512)
    try jpeg("sub/c middle.jpg", 256, 256)
    try png("sub/d.png", 200, 200, Mosaic(seed: 1))
    try jpeg("other.jpg", 512, 512, seed: 2)
  }

  private func run(_ options: String, then stages: String = "") async throws -> ProgramResult {
    let rule = try world.libraryRule("similar { \(options) }, \(stages)")
    return try await world.run("run", rule, "-l", world.library)
  }

  private func names(_ options: String) async throws -> [String] {
    let result = try await run(options)
    #expect(result.status == .exited(0), "\(result.errorText)")
    return try result.records().compactMap { record in
      record.localIdentifier.map { $0 + (record.similarTo.map { " like \($0)" } ?? "") }
    }
  }

  @Test func theBestOfEachLookIsKept() async throws {
    try writeCopies()
    #expect(try await names("") == ["b large.jpg", "other.jpg"])
    #expect(try await names("keep = \"first\"") == ["a small.jpg", "other.jpg"])
    #expect(try await names("keep = \"sharpest\"").count == 2)
    #expect(
      try await names("keep = function(asset) return -asset.pixelWidth end")
        == ["a small.jpg", "other.jpg"])
  }

  @Test func theOthersAreListedWithWhatTheyLookLike() async throws {
    try writeCopies()
    let result = try await run(
      "show = \"dropped\"", then: "filter { similarDistance = at_most(10) }")
    let records = try result.records()
    #expect(
      records.map(\.localIdentifier) == ["a small.jpg", "sub/c middle.jpg", "sub/d.png"])
    #expect(records.allSatisfy { $0.similarTo == "b large.jpg" && $0.similarGroup == nil })
    #expect(records.allSatisfy { $0.similarToPath == world.path("pictures/b large.jpg") })
    let groups = try await run("show = \"groups\"").records()
    #expect(
      groups.map(\.localIdentifier)
        == ["b large.jpg", "a small.jpg", "sub/c middle.jpg", "sub/d.png"])
    #expect(groups.allSatisfy { $0.similarGroup == 1 })
  }

  @Test func foldersThatAreKeptAreLeftAlone() async throws {
    try writeCopies()
    #expect(
      try await names("keepIn = \"sub\"") == ["other.jpg", "sub/c middle.jpg", "sub/d.png"])
    let dropped = try await names("keepIn = \"sub\", show = \"dropped\"")
    #expect(dropped.count == 2)
    #expect(dropped.allSatisfy { $0.contains(" like sub/") })
    let wrong = try await run("keepIn = \"sbu\"")
    #expect(wrong.status == .exited(66))
    #expect(wrong.text == "")
    #expect(wrong.errorText.contains("\"sbu\""))
  }

  @Test func whatTheCameraTurnedLooksAsItIsShown() async throws {
    let mosaic = Mosaic(seed: 5)
    // Stored lying on its side; 6 says that it is shown turned clockwise.
    let side = mosaic.columns
    let turned = Mosaic(
      columns: side,
      colors: (0..<side * side).map { place in
        mosaic.colors[(side - 1 - place % side) * side + place / side]
      })
    try world.directory.write(
      JPEGPicture(width: 256, height: 128) {
        $0.mosaic = mosaic
        $0.exif = EXIFBlock { $0.orientation = 6 }
      }, to: "pictures/a.jpg")
    try png("b.png", 128, 256, turned)
    try png("c.png", 256, 128, mosaic)
    #expect(try await names("show = \"dropped\", keep = \"first\"") == ["b.png like a.jpg"])
    #expect(
      try await names("turned = true, show = \"dropped\", keep = \"first\"")
        == ["b.png like a.jpg", "c.png like a.jpg"])
  }

  @Test func mirroredOnesLookAlikeWhereTheRuleSaysSo() async throws {
    let mosaic = Mosaic(seed: 6)
    let side = mosaic.columns
    let mirrored = Mosaic(
      columns: side,
      colors: (0..<side * side).map { place in
        mosaic.colors[place / side * side + side - 1 - place % side]
      })
    try png("a.png", 320, 240, mosaic)
    try png("b.png", 320, 240, mirrored)
    #expect(try await names("show = \"dropped\"") == [])
    #expect(try await names("show = \"dropped\", turned = true") == [])
    #expect(try await names("show = \"dropped\", mirrored = true") == ["b.png like a.png"])
  }

  @Test func whatIsNoPictureOrPlainOrBrokenPassesBy() async throws {
    try writeCopies()
    for name in ["plain 1.png", "plain 2.png"] {
      try png(name, 64, 64, Mosaic(solid: RGB(250, 250, 250)))
    }
    try world.directory.write(QuickTimeMovie(width: 64, height: 32), to: "pictures/one.mov")
    try world.directory.write(QuickTimeMovie(width: 64, height: 32), to: "pictures/two.mov")
    let whole = PNGPicture(width: 512, height: 512, seed: 1).encoded()
    try world.directory.write(Array(whole[..<(whole.count / 2)]), to: "pictures/torn.png")
    let result = try await run("")
    #expect(
      try result.records().compactMap(\.localIdentifier) == [
        "b large.jpg", "one.mov", "other.jpg", "plain 1.png", "plain 2.png", "torn.png", "two.mov",
      ])
    // The torn one goes on, and the run says that it could not be looked at.
    #expect(result.status == .exited(3))
    #expect(result.errorText.contains("torn.png"))
    #expect(try await run("show = \"dropped\"").records().count == 3)
  }

  @Test(arguments: ["first", "best", "oldest", "largest", "sharpest"])
  func aLivePhotoIsNotLeftOutForAStill(_ keep: String) async throws {
    let identifier = "0B6A2F5C-1111-4A4A-9F9F-000000000001"
    func still(_ name: String, _ width: Int, isLive: Bool) throws {
      try world.directory.write(
        JPEGPicture(width: width, height: width, seed: 3) {
          if isLive {
            $0.exif = EXIFBlock {
              $0.make = "Apple"
              $0.makerNote = .apple(contentIdentifier: identifier, burstIdentifier: nil)
            }
          }
        }, to: "pictures/\(name)")
    }
    try still("a/still.jpg", 640, isLive: false)
    try still("b/IMG_1.JPG", 320, isLive: true)
    try world.directory.write(
      QuickTimeMovie(width: 64, height: 32) {
        $0.setApple(contentIdentifier: identifier, creationDate: "2024-01-01T12:00:00+0000")
      }, to: "pictures/b/IMG_1.MOV")
    #expect(
      try await names("keep = \"\(keep)\", show = \"dropped\"") == ["a/still.jpg like b/IMG_1.JPG"])
    #expect(
      try await names("keep = \"\(keep)\", keepIn = \"a\", show = \"dropped\"") == [])
  }

  /// The data of a sensor is never left out for a picture, nor a picture for that.
  @Test(arguments: ["first", "best", "oldest", "largest", "sharpest"])
  func aRawFileLooksLikeRawFilesAlone(_ keep: String) async throws {
    func raw(_ name: String, _ kind: RawPicture.Kind, _ side: Int) throws {
      try world.directory.write(
        RawPicture(kind, width: side, height: side) {
          $0.preview = JPEGPicture(width: 256, height: 256, seed: 1).encoded()
        }, to: "pictures/\(name)")
    }
    try jpeg("a/IMG_1.JPG", 512, 512)
    try raw("a/IMG_1.CR2", .cr2, 512)
    try jpeg("a/PXL_1.RAW-01.COVER.jpg", 400, 400)
    try raw("a/PXL_1.RAW-02.ORIGINAL.dng", .dng, 400)
    try raw("raw/IMG_1.CR2", .cr2, 1024)
    // All pictures look alike; of the raw files one is beside no picture.
    let dropped = try await names("keep = \"\(keep)\", show = \"dropped\"")
    #expect(dropped.count == 1)
    #expect(!dropped.joined().contains("CR2") && !dropped.joined().contains("dng"), "\(dropped)")
    try raw("raw/IMG_1 copy.CR2", .cr2, 1024)
    let copies = try await names("keep = \"\(keep)\", show = \"dropped\"").filter {
      $0.contains("CR2")
    }
    #expect(copies.count == 1 && copies[0].hasPrefix("raw/") && copies[0].contains(" like raw/"))
  }

  @Test func aFileThatComesTwiceIsNotLikeItself() async throws {
    try jpeg("1.jpg", 320, 240)
    let rule = try world.inputRule("similar { show = \"dropped\" }")
    let result = try await world.run(
      "run", rule, input: "pictures/1.jpg\n./pictures/1.jpg\n")
    #expect(result.status == .exited(0), "\(result.errorText)")
    #expect(result.text == "")
  }

  @Test(.needs(.faultLibrary)) func theSecondRunDecodesNothing() async throws {
    try writeCopies()
    let rule = try world.libraryRule("similar { keep = \"sharpest\", show = \"groups\" }")
    let arguments = ["run", rule, "-l", world.library]
    let first = try await world.laterProgram(arguments).result()
    #expect(first.status == .exited(0), "\(first.errorText)")
    var second = try world.laterProgram(arguments)
    // There is no decoder that could be started.
    second.environment["SHOTFLOW_LIBEXEC"] = world.path("pictures")
    second.environment["PATH"] = world.path("pictures")
    let again = try await second.result()
    #expect(again.status == .exited(0), "\(again.errorText)")
    #expect(again.text == first.text)
    #expect(try again.records().count == 4)
    // A picture that changed is looked at again.
    try jpeg("b large.jpg", 512, 512, seed: 2)
    let changed = try await world.laterProgram(arguments).result()
    #expect(
      try changed.records().filter { $0.similarGroup == 2 || $0.similarTo == "b large.jpg" }.count
        >= 1)
  }

  @Test func theGroupsDoNotDependOnWorkers() async throws {
    try writeCopies()
    for seed in 10..<24 as Range<UInt64> {
      try jpeg("more/\(seed) a.jpg", 256, 256, seed: seed / 2)
      try jpeg("more/\(seed) b.jpg", 128, 128, seed: seed / 2)
    }
    let rule = try world.libraryRule("similar { show = \"groups\" }")
    let one = try await world.run("run", rule, "-l", world.library, "--lanes", "1")
    let three = try await world.run("run", rule, "-l", world.library, "--lanes", "3")
    #expect(one.status == .exited(0))
    #expect(one.text == three.text)
    #expect(try one.records().count == 4 + 28)
  }

  @Test func aRunThatIsTriedFindsTheSame() async throws {
    try writeCopies()
    let rule = try world.libraryRule("similar { show = \"dropped\" }")
    let result = try await world.run("run", rule, "-l", world.library, "--dry-run")
    #expect(try result.records().count == 3)
  }

  @Test func whatMakesNoSenseIsRefused() async throws {
    for (options, message) in [
      ("distance = 40", "distance is at most 24"),
      ("hash = \"ahash\"", "\"dHash\""),
      ("keep = \"prettiest\"", "\"sharpest\""),
      ("keepIn = \"\"", "keepIn names folders"),
      ("turnd = true", "turned"),
    ] {
      let rule = try world.libraryRule("similar { \(options) }")
      let result = try await world.run("check", rule)
      #expect(result.status == .exited(65))
      #expect(result.errorText.contains(message), "\(options): \(result.errorText)")
      #expect(result.errorText.contains("rule.lua:1"))
    }
    let albums = try world.rule(
      "return pipeline { source { albums = { \"albumRegular\" } }, similar {} }")
    #expect(try await world.run("check", albums).status == .exited(65))
  }

  @Test(arguments: ["similar", "dedupe"])
  func whySaysWhatBecomesOfAnAsset(_ stage: String) async throws {
    let bytes = JPEGPicture(width: 256, height: 256, seed: 1)
    for name in ["a.jpg", "b.jpg"] { try world.directory.write(bytes, to: "pictures/\(name)") }
    let rule = try world.libraryRule("\(stage) { keep = \"largest\" }")
    let kept = try await world.run("why", "a.jpg", rule, "-l", world.library).text
    #expect(!kept.contains("LEFT OUT"), "\(kept)")
    let dropped = try await world.run("why", "b.jpg", rule, "-l", world.library).text
    #expect(dropped.contains("left out by \(stage)"), "\(dropped)")
  }

  @Test func explainSaysWhatIsCompared() async throws {
    let rule = try world.libraryRule(
      "similar { turned = true, distance = 6, keep = \"newest\", keepIn = \"sub\" }")
    let text = try await world.run("explain", rule).text
    #expect(text.contains("dHash and pHash of pictures"))
    #expect(text.contains("the newest of pictures that look alike"))
    #expect(text.contains("6 of 64 bits may differ, turned ones too"))
    #expect(text.contains("keeps all in \"sub\""))
  }
}
