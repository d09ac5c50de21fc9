import Foundation
import ProgramSupport
import TestSupport
import Testing

/// `stage`: one stage as a command of its own.
@Suite struct StageCommandTests {
  private let world: ProgramWorld

  init() throws {
    world = try ProgramWorld()
    try world.picture("a.png", seed: 1)
    try world.picture("b.png", seed: 2, in: "pictures/Holiday")
  }

  private static let records = """
    {"v":1,"kind":"asset","localIdentifier":"a","filename":"a","mediaType":"image","pixelWidth":1200,"mood":"glad"}
    {"v":1,"kind":"asset","localIdentifier":"b","filename":"b","mediaType":"image","pixelWidth":200}
    """

  private func stage(_ words: String..., input: String = Self.records) async throws -> ProgramResult
  {
    try await world.program(["stage"] + words, input: input.utf8).result()
  }

  private func names(_ result: ProgramResult) throws -> [String?] {
    try result.records().map(\.filename)
  }

  @Test func aFilterTestsRecords() async throws {
    let result = try await stage("filter", "mediaType = \"image\", pixelWidth = at_least(1000)")
    #expect(try names(result) == ["a"])
    #expect(result.status == .exited(0) && result.errorText.isEmpty)
  }

  @Test(arguments: [
    "function(asset) return asset.pixelWidth < 1000 end",
    "(function(asset) return asset.pixelWidth < 1000 end)", "{ pixelWidth = at_most(999) }",
  ])
  func aTextMayBringItsOwnBrackets(_ text: String) async throws {
    #expect(try names(try await stage("filter", text)) == ["b"])
  }

  /// Each value is written as the type of its option asks.
  @Test func optionsOfTheStageAreTypedAsThoseOfACommand() async throws {
    let path = "\(world.library)/a.png"
    let made = try await stage(
      "copy", "--to", "{localDate:%Y}/", "--sidecar", path, "--out", world.path("out"), input: "")
    #expect(made.status == .exited(0), "\(made.errorText)")
    let years = try FileManager.default.contentsOfDirectory(atPath: world.path("out"))
    #expect(years.count == 1 && years[0].count == 4)
    let names = try FileManager.default.contentsOfDirectory(atPath: world.path("out/\(years[0])"))
    #expect(names.contains("a.png"))
    let number = try await stage(
      "copy", "--to", "2024", path, "--out", world.path("out"), input: "")
    #expect(number.status == .exited(0), "\(number.errorText)")
    #expect(FileManager.default.fileExists(atPath: world.path("out/2024")))
    let short = try await stage("load", "--size", "{ 10, 10 }", path, input: "")
    #expect(short.status == .exited(0), "\(short.errorText)")
  }

  @Test func aMemberIsKnownWhenItIsNamed() async throws {
    let named = try await stage("filter", "mood = \"glad\"", "--field", "mood=text")
    #expect(try names(named) == ["a"])
    let unnamed = try await stage("filter", "mood = \"glad\"")
    #expect(unnamed.status == .exited(65))
    #expect(unnamed.errorText.hasPrefix("stage filter:1: no field called \"mood\""))
  }

  @Test func aSourceBeginsAPipeline() async throws {
    let album = try await stage("source", "album = \"Holiday\"", "--library", world.library)
    #expect(try names(album) == ["b.png"])
    let all = try await stage("source", "--library", world.library)
    #expect(try names(all) == ["a.png", "b.png"])
  }

  @Test func picturesMayBeNamedInPlaceOfRecords() async throws {
    let result = try await stage(
      "filter", "mediaType = \"image\"", "\(world.library)/a.png", input: "")
    #expect(try names(result) == ["a.png"])
  }

  @Test func aStageWithoutOptionsTakesPicturesAtOnce() async throws {
    try world.directory.write("none", to: "pictures/odd (1).txt")
    for words in [
      ["load", "pictures/a.png"], ["load", "--", "pictures/a.png"], ["load", "", "pictures/a.png"],
      ["filter", "mediaType = \"image\"", "--", "pictures/a.png"],
      ["filter", "mediaType = \"image\"", "pictures/a.png", "pictures/odd (1).txt"],
    ] {
      let result = try await world.program(["stage"] + words, input: "".utf8).result()
      #expect(try names(result) == ["a.png"], "\(words): \(result.errorText)")
    }
    let missing = try await stage("load", "pictures/none.png", input: "")
    #expect(missing.status == .exited(3))
    #expect(missing.errorText.contains("pictures/none.png"))
  }

  @Test func aProgramNeedsPermission() async throws {
    let refused = try await stage("exec", "\"cat\"")
    #expect(refused.status == .exited(77) && refused.output.isEmpty)
    #expect(refused.errorText.contains("--allow exec"))
    let allowed = try await stage("exec", "\"cat\"", "--allow", "exec")
    #expect(try names(allowed) == ["a", "b"])
  }

  @Test(arguments: [
    ([], "name a stage; \"shotflow stages\" lists them"),
    (["filtr"], "no stage called \"filtr\"; did you mean \"filter\"?"),
    (["filter", "--bogus"], "the command \"stage\" has no option \"--bogus\""),
    (["filter", "--field", "mood"], "--field takes a name and a type, such as mood=text"),
    (["filter", "--field"], "--field takes a value"),
    (["source", "--field", "mood=text"], "--field is for records"),
  ])
  func problemsAreReported(_ words: [String], _ message: String) async throws {
    let result = try await world.program(["stage"] + words, input: Self.records.utf8).result()
    #expect(result.status == .exited(64) && result.output.isEmpty)
    #expect(result.errorText.hasPrefix("shotflow: \(message)"))
  }

  @Test func helpIsShown() async throws {
    let result = try await stage("--help")
    #expect(result.status == .exited(0))
    #expect(result.text.contains("USAGE: shotflow stage"))
  }
}
