import Foundation
import ProgramSupport
import Samples
import TestSupport
import Testing

/// Companions of a picture: edits, frames of bursts, what cameras wrote; and how they come back.
@Suite struct CompanionTransferTests {
  private let world: ProgramWorld

  init() throws {
    world = try ProgramWorld()
  }

  private func run(_ stages: String, _ further: String...) async throws -> ProgramResult {
    let rule = try world.actingRule(stages, source: "source {}")
    return try await world.program(world.actingWords(rule) + further).result()
  }

  private func write(_ names: String..., date: String = "2020:02:03 04:05:06") throws {
    for (seed, name) in names.enumerated() {
      try world.directory.write(
        JPEGPicture(width: 16, height: 16, seed: UInt64(seed)) {
          $0.exif = EXIFBlock { $0.dateTimeOriginal = date }
        }, to: "pictures/\(name)")
    }
  }

  private func add(_ names: String...) throws {
    for name in names { try world.directory.write("<x/>\(name)", to: "pictures/\(name)") }
  }

  private func names() throws -> [String] { try world.contents().keys.sorted() }

  @Test func companionsAreRenamedInStepAndComeBack() async throws {
    try write("IMG_1.JPG")
    try add(
      "IMG_1.JPG.xmp", "IMG_1_01.JPG.xmp", "IMG_1.jpg.pp3", "IMG_1.AAE", "IMG_O1.AAE", "IMG_1.WAV",
      "IMG_1.txt", "IMG_12.AAE")
    try world.directory.write("other", to: "pictures/x/image.WAV")
    let before = try world.contents()
    let result = try await run("move { to = \"x/{mediaType}\" }")
    #expect(result.status == .exited(0), "\(result.errorText)")
    #expect(
      try names() == [
        "IMG_1.txt", "IMG_12.AAE", "x/image 2.AAE", "x/image 2.JPG", "x/image 2.JPG.pp3",
        "x/image 2.JPG.xmp", "x/image 2.WAV", "x/image 2_01.JPG.xmp", "x/image 2_O.AAE",
        "x/image.WAV",
      ])
    #expect(try await world.run("undo").status == .exited(0))
    #expect(try world.contents() == before)
  }

  @Test func aRenamedPictureThatLeavesItsRawFileIsReported() async throws {
    try write("DSC_1.JPG")
    try world.directory.write(RawPicture(.dng, width: 64, height: 48), to: "pictures/DSC_1.DNG")
    func rename(_ names: String..., further: [String] = []) async throws -> ProgramResult {
      let files = names.map { world.path("pictures/\($0)") }
      return try await world.program(["rename"] + files + ["--to", "tree"] + further).result()
    }
    let message = "under the old name of a renamed one; named together, they keep one name"
    let tried = try await rename("DSC_1.JPG", further: ["--dry-run"])
    #expect(tried.errorText.contains("rename left 1 asset (DSC_1.DNG) \(message)"))
    let raw = try await rename("DSC_1.DNG")
    #expect(raw.errorText.contains("rename left 1 asset (DSC_1.JPG) \(message)"))
    #expect(try names() == ["DSC_1.JPG", "tree.DNG"])
    #expect(try await world.run("undo").status == .exited(0))
    let both = try await rename("DSC_1.JPG", "DSC_1.DNG")
    #expect(!both.errorText.contains("old name"), "\(both.errorText)")
    #expect(try names() == ["tree.DNG", "tree.JPG"])
    let again = try await rename("tree.JPG")
    #expect(!again.errorText.contains("old name"), "\(again.errorText)")
  }

  @Test func aMovieThatLeavesThePictureOfItsLivePhotoIsReported() async throws {
    try world.livePhoto("IMG_1")
    let (picture, movie) = ("pictures/IMG_1.JPG", "pictures/IMG_1.MOV")
    let message = "organise left 1 asset (IMG_1.JPG) without the movie of the live photo"
    func organise(_ files: String..., further: [String] = []) async throws -> ProgramResult {
      try await world.program(
        ["organise"] + files + ["--to", world.path("out")] + further
      ).result()
    }
    let tried = try await organise(movie, further: ["--dry-run"])
    #expect(tried.errorText.contains(message), "\(tried.errorText)")
    let alone = try await organise(movie)
    #expect(alone.errorText.contains(message), "\(alone.errorText)")
    #expect(try names() == ["IMG_1.JPG"])
    _ = try await world.run("undo")
    let both = try await organise(movie, picture)
    #expect(!both.errorText.contains("without"), "\(both.errorText)")
    #expect(try names() == [])
  }

  @Test func companionsKeepTheirNamesWithTheirPicture() async throws {
    try write("IMG_1.JPG", "IMG_E1.JPG")
    try add("IMG_O1.AAE", "IMG_1.AAE")
    try write("GX010001.MP4", "GL010001.LRV")
    let result = try await run("move { to = \"x/\" }")
    #expect(result.status == .exited(0), "\(result.errorText)")
    #expect(
      try names() == [
        "x/GL010001.LRV", "x/GX010001.MP4", "x/IMG_1.AAE", "x/IMG_1.JPG", "x/IMG_E1.JPG",
        "x/IMG_O1.AAE",
      ])
    // The edited picture is an asset, which went along already.
    let lines: [ActLine] = try result.decodedLines()
    #expect(
      lines.map { $0.path.map { ($0 as NSString).lastPathComponent } }
        == ["GX010001.MP4", "IMG_1.JPG", "IMG_E1.JPG"])
  }

  /// An edit that was copied with its original is an asset, too, and was not in place before.
  @Test func whatWentAlongIsCountedOnce() async throws {
    try write("IMG_1.JPG", "IMG_E1.JPG")
    let tried = try await run("copy { to = \"x/\" }", "--out", world.path("out"), "--dry-run")
    #expect(
      tried.errorText.ranges(of: "IMG_E1.JPG\" to \"").count == 1
        && !tried.errorText.contains("which is there"), "\(tried.errorText)")
    let first = try await run("copy { to = \"x/\" }", "--out", world.path("out"))
    #expect(
      first.errorText.contains("copied 2 files") && !first.errorText.contains("in place"),
      "\(first.errorText)")
    let second = try await run("copy { to = \"x/\" }", "--out", world.path("out"))
    #expect(second.errorText.contains("2 files were in place"), "\(second.errorText)")
  }

  @Test func anEditedPictureOfAnotherDayGoesWithItsOriginal() async throws {
    try write("IMG_0001.JPG")
    try write("IMG_E0001.JPG", date: "2021:02:03 04:05:06")
    let result = try await run("move { to = \"{localDate:%Y}/\" }")
    #expect(result.status == .exited(0), "\(result.errorText)")
    #expect(try names() == ["2020/IMG_0001.JPG", "2020/IMG_E0001.JPG"])
    _ = try await world.run("undo")
    let trashed = try await run("filter { filename = \"IMG_0001.JPG\" }, trash {}")
    #expect(trashed.status == .exited(0))
    #expect(try names() == ["IMG_E0001.JPG"])
  }

  @Test func aSharedCompanionGoesWithTheLast() async throws {
    try write("a.jpg", "a.jpeg")
    try add("a.aae")
    let one = try await run("filter { filename = \"a.jpg\" }, move { to = \"x/\" }")
    #expect(one.status == .exited(0))
    #expect(try names() == ["a.aae", "a.jpeg", "x/a.jpg"])
    _ = try await world.run("undo")
    _ = try await run("move { to = \"x/\" }")
    #expect(try names() == ["x/a.aae", "x/a.jpeg", "x/a.jpg"])
  }

  @Test(arguments: ["move", "copy", "link"])
  func assetsOfOneStemGetOneNumber(_ stage: String) async throws {
    try write("IMG_1.DNG", "IMG_1.JPG", "IMG_2.JPG")
    try world.directory.write("taken", to: "out/x/IMG_1.JPG")
    for _ in 1...2 {
      let result = try await run("\(stage) { to = \"x/\" }", "--out", world.path("out"))
      #expect(result.status == .exited(0), "\(result.errorText)")
      #expect(
        world.names(in: "out/x") == ["IMG_1 2.DNG", "IMG_1 2.JPG", "IMG_1.JPG", "IMG_2.JPG"])
    }
  }

  @Test(arguments: ["move", "copy", "link"])
  func anEndingInATemplateIsThatOfNeitherOfAPair(_ stage: String) async throws {
    try write("IMG_1.DNG", "IMG_1.JPG", "IMG_2.DNG", "IMG_2.JPG")
    let result = try await run(
      "\(stage) { to = \"x/{mediaType}/all.jpg\" }", "--out", world.path("out"))
    #expect(result.status == .exited(0), "\(result.errorText)")
    #expect(world.names(in: "out/x/image") == ["all 2.DNG", "all 2.JPG", "all.DNG", "all.JPG"])
  }

  private static let burst = [
    "DSC_0001_BURST20230709220904977.JPG", "DSC_0002_BURST20230709220904977_COVER.JPG",
    "DSC_0003_BURST20230709220904977.JPG",
  ]

  private func writeBurst() throws {
    try write(Self.burst[0], Self.burst[1], Self.burst[2])
  }

  @Test func framesGoWithTheirBurst() async throws {
    try writeBurst()
    try add("\(Self.burst[0]).xmp")
    let before = try world.contents()
    let moved = try await run("move { to = \"x/\" }")
    #expect(moved.status == .exited(0), "\(moved.errorText)")
    #expect(try names() == (Self.burst + ["\(Self.burst[0]).xmp"]).map { "x/\($0)" }.sorted())
    #expect(moved.lines.count == 1)
    _ = try await world.run("undo")
    #expect(try world.contents() == before)
    _ = try await run("trash {}")
    #expect(try names() == [])
    _ = try await world.run("undo")
    #expect(try world.contents() == before)
  }

  /// The new names are those of a burst, too.
  @Test func framesAreRenamedInOrder() async throws {
    try writeBurst()
    let renamed = try await run("move { name = \"day\" }")
    #expect(renamed.status == .exited(0), "\(renamed.errorText)")
    let names = ["day_BURST001.JPG", "day_BURST002_COVER.JPG", "day_BURST003.JPG"]
    #expect(try self.names() == names)
    let again = try await run("move { to = \"x/\" }")
    #expect(again.lines.count == 1)
    #expect(try self.names() == names.map { "x/\($0)" })
  }

  /// A path or a record names one file of the folder.
  @Test(arguments: ["argument", "path", "record", "path in a record"])
  func framesGoWithARepresentativeThatIsNamedAlone(_ form: String) async throws {
    try writeBurst()
    let before = try world.contents()
    let cover = world.path("pictures/\(Self.burst[1])")
    var (place, input) = ("-", "\(cover)\n")
    if form == "argument" { (place, input) = ("pictures/\(Self.burst[1])", "") }
    if form == "record" { input = try await world.run("find", "pictures", "--bursts").text }
    if form == "path in a record" { input = "{\"path\":\"\(cover)\"}\n" }
    let result = try await world.run("rename", place, "--to", "day", input: input)
    #expect(result.status == .exited(0), "\(result.errorText)")
    #expect(try names() == ["day_BURST001.JPG", "day_BURST002_COVER.JPG", "day_BURST003.JPG"])
    #expect(try await world.run("undo").status == .exited(0))
    #expect(try world.contents() == before)
  }

  @Test func framesThatAreNamedTogetherActForThemselves() async throws {
    try writeBurst()
    let files = Self.burst.prefix(2).map { "pictures/\($0)" }
    let result = try await world.program(
      ["organise"] + files + ["--to", world.path("out")]
    ).result()
    #expect(result.status == .exited(0), "\(result.errorText)")
    #expect(try names() == [Self.burst[2]])
  }

  @Test func numberedFramesGoAlongByTheirDates() async throws {
    try write("20231207_101605_001.jpg", "20231207_101605_002.jpg", date: "2023:12:07 10:16:05")
    try write("20231207_101605_003.jpg", date: "2022:12:07 10:16:05")
    let result = try await run("move { to = \"{localDate:%Y}/\" }")
    #expect(result.lines.count == 2)
    #expect(
      try names() == [
        "2022/20231207_101605_003.jpg", "2023/20231207_101605_001.jpg",
        "2023/20231207_101605_002.jpg",
      ])
  }

  @Test func theRepresentativeAloneIsActedOnWhereTheRuleSaysSo() async throws {
    try writeBurst()
    for stage in [
      "copy { to = \"x/\", representative = true }", "copy { to = \"x/\", size = { 8, 8 } }",
    ] {
      let out = world.path("out-\(stage.count)")
      let result = try await run(stage, "--out", out)
      #expect(result.status == .exited(0), "\(result.errorText)")
      #expect(try FileManager.default.contentsOfDirectory(atPath: "\(out)/x").count == 1)
      #expect(result.errorText.contains("copy left out 2 other frames of a burst"))
    }
  }

  @Test func framesThatAreAssetsActForThemselves() async throws {
    try writeBurst()
    let rule = try world.actingRule(
      "filter { representsBurst = true }, trash {}",
      source: "source { includeAllBurstAssets = true }")
    let result = try await world.program(world.actingWords(rule)).result()
    #expect(result.status == .exited(0), "\(result.errorText)")
    #expect(try names() == [Self.burst[0], Self.burst[2]])
  }

  @Test func aDryRunNamesWhatGoesAlong() async throws {
    try writeBurst()
    try write("IMG_1.DNG", "IMG_1.JPG")
    try add("IMG_1.AAE", "IMG_1.JPG.pp3")
    let dry = try await run("move { to = \"x/{localDate:%Y}\" }", "--dry-run")
    let real = try await run("move { to = \"x/{localDate:%Y}\" }")
    let planned: [ActLine] = try dry.decodedLines()
    let done: [ActLine] = try real.decodedLines()
    #expect(planned.map(\.acts?.first?.path) == done.map(\.acts?.first?.path))
  }

  @Test func whatWasRenamedInStepIsRenamedSoAgain() async throws {
    try write("IMG_1.JPG", "IMG_E1.JPG")
    try add("IMG_1.AAE", "IMG_O1.AAE")
    let names = ["day.AAE", "day.JPG", "day_E.JPG", "day_O.AAE"]
    for _ in 1...2 {
      let result = try await run("move { name = \"day\" }")
      #expect(result.status == .exited(0), "\(result.errorText)")
      #expect(try self.names() == names)
    }
    _ = try await run("move { to = \"x/\" }")
    #expect(try self.names() == names.map { "x/\($0)" })
  }

  @Test func framesInTwoFormatsKeepOneStem() async throws {
    let burst = ["a1_BURST1.jpg", "a1_BURST10.jpg", "a1_BURST2.jpg"]
    try write(burst[0], burst[1], burst[2], "a1_BURST1.dng", "a1_BURST10.dng", "a1_BURST2.dng")
    let last = try #require(try world.contents()["a1_BURST10.jpg"])
    _ = try await run("move { name = \"x\" }")
    let stems = ["x_BURST001_COVER", "x_BURST002", "x_BURST003"]
    #expect(try names() == stems.flatMap { ["\($0).dng", "\($0).jpg"] })
    #expect(try world.contents()["x_BURST003.jpg"] == last)
  }

  @Test func aBurstWhoseNameIsTakenStaysABurst() async throws {
    for number in 1...2 {
      try write("20240101_120003_00\(number).jpg", date: "2024:01:01 12:00:03")
    }
    try world.directory.write("taken", to: "pictures/x/20240101_120003_001.jpg")
    _ = try await run("move { to = \"x/\" }")
    #expect(
      try names() == [
        "x/20240101_120003 2_BURST001_COVER.jpg", "x/20240101_120003 2_BURST002.jpg",
        "x/20240101_120003_001.jpg",
      ])
  }

  @Test func namesThatDifferInCaseAloneGetOneNumber() async throws {
    try write("IMG_1.DNG", "img_1.JPG")
    try world.directory.write("taken", to: "pictures/x/IMG_1.DNG")
    _ = try await run("move { to = \"x/\" }")
    #expect(try names() == ["x/IMG_1 2.DNG", "x/IMG_1.DNG", "x/img_1 2.JPG"])
  }

  @Test func aDryRunNamesACompanionOfTwoPictures() async throws {
    try write("IMG_1.DNG", "IMG_1.JPG")
    try add("IMG_1.AAE")
    let dry = try await run("move { to = \"x/\" }", "--dry-run")
    #expect(dry.errorText.contains("IMG_1.AAE\" to"))
  }

  /// ExifTool and gallery-dl write such names; Google's content alone keeps account of the files.
  @Test func jsonOfOtherProgramsHoldsNoFile() async throws {
    try write("IMG_1.JPG", "IMG_2.JPG")
    try world.directory.write(#"[{"SourceFile":"IMG_1.JPG"}]"#, to: "pictures/IMG_1.JPG.json")
    try world.directory.write(#"{"category":"x","id":12}"#, to: "pictures/IMG_2.JPG.json")
    let result = try await run("move { to = \"x/\" }")
    #expect(result.status == .exited(0), "\(result.errorText)")
    #expect(try names().suffix(2) == ["x/IMG_1.JPG", "x/IMG_2.JPG"])
  }

  /// The frames of a burst would go into the trash with a cover that is there twice.
  @Test func aCoverAloneIsADuplicateOfItsBurst() async throws {
    let burst = Self.burst.map { "z/\($0)" }
    try write(burst[0], burst[1], burst[2])
    try world.directory.write(
      Array(try #require(try world.contents()[burst[1]])), to: "pictures/sent.JPG")
    let found = try await world.run("find", "pictures").text
    let result = try await run("dedupe { show = \"dropped\" }, trash {}")
    #expect(result.status == .exited(0), "\(result.errorText)")
    #expect(try names() == burst)
    _ = try await world.run("undo")
    let ofRecords = try await world.run("duplicates", "-", "--trash", input: found)
    #expect(ofRecords.status == .exited(0), "\(ofRecords.errorText)")
    #expect(try names() == burst)
  }
}
