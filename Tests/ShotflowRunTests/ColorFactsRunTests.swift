import ProgramSupport
import Samples
import TestSupport
import Testing

/// The colours in records and rules, by the built tool.
@Suite struct ColorFactsRunTests {
  private let world: ProgramWorld

  init() throws {
    world = try ProgramWorld()
    try world.directory.write(
      JPEGPicture(width: 16, height: 16), to: "pictures/photo.jpg")
    try world.directory.write(
      GIFPicture(width: 16, height: 16), to: "pictures/dance.gif")
    try world.directory.write(
      PNGPicture(width: 16, height: 16) {
        $0.texts = [.compressed(keyword: "Creation Time", text: "Sun Sep 27 21:29:28 2015")]
      }, to: "pictures/drawing.png")
  }

  private struct Line: Decodable {
    let filename: String
    let creationDateSource: String?
    let colorModel: String?
    let depth: Int?
    let hasAlpha: Bool?
    let colors: String?
  }

  private func run(_ rule: String, twice: Bool = false) async throws -> [Line] {
    let path = try world.directory.write(Array(rule.utf8), to: "rule.lua")
    let arguments = ["run", path, "--library", world.library]
    if twice { _ = try await world.program(arguments).result() }
    return try await world.program(arguments).result().decodedLines()
  }

  @Test func recordsCarryThemAndTheCatalogueKeepsThem() async throws {
    for twice in [false, true] {
      let records = try await run(
        "return pipeline { source {}, filter { sortedBy = 'filename' } }", twice: twice)
      #expect(records.map(\.colorModel) == ["RGB", "RGB", "RGB"])
      #expect(records.map(\.depth) == [8, 8, 8])
      #expect(records.map(\.hasAlpha) == [false, false, false])
      #expect(records[1].creationDateSource == "pngText")
    }
  }

  @Test func rulesTestThem() async throws {
    let records = try await run(
      """
      return pipeline {
        source {},
        filter { colorModel = "RGB", depth = at_least(8), hasAlpha = false, filename = like("*.jpg") },
        classify { colors = function(asset) return asset.colorModel .. asset.depth end },
      }
      """)
    #expect(records.map(\.colors) == ["RGB8"])
  }

  @Test func aModelThatIsNoneIsRefused() async throws {
    let path = try world.directory.write(
      Array("return pipeline { source {}, filter { colorModel = 'Grey' } }".utf8), to: "rule.lua")
    let result = try await world.program(["check", path]).result()
    #expect(result.status == .exited(65))
    #expect(result.errorText.contains("Gray"))
  }
}
