import Foundation
import ProgramSupport
import Samples
import TestSupport
import Testing

/// The tests of stages that stand on more than the engine, as Lua files: each stage has some, and they
/// pass.
@Suite struct ShippedStageTests {
  private let world: ProgramWorld

  init() throws {
    world = try ProgramWorld()
  }

  /// Runs tests with no program in PATH but those of a folder.
  private func test(_ name: String, path: String) async throws -> ProgramResult {
    try world.directory.write(try Checkout.text(of: "Tests/ShippedStages/\(name)"), to: name)
    var program = world.program(["test", name])
    program.environment["PATH"] = path
    return try await program.result()
  }

  private func copies() throws {
    for (name, side, seed) in [("small", 128, 1), ("large", 512, 1), ("other", 512, 2)] {
      try world.directory.write(
        JPEGPicture(width: side, height: side, seed: UInt64(seed)), to: "pictures/\(name).jpg")
    }
  }

  @Test(arguments: ["ocr", "similar", "sheet", "webhook"])
  func theTestsOfAStagePassWithoutItsProgram(_ stage: String) async throws {
    try copies()
    let result = try await test("\(stage)_test.lua", path: "/nowhere")
    #expect(result.status == .exited(0), "\(result.text)\(result.errorText)")
    #expect(result.lines.count { $0.hasPrefix("  ok") } >= 2)
    let made = try FileManager.default.contentsOfDirectory(atPath: world.directory.path)
    #expect(!made.contains("holiday") && !made.contains("state"))
  }

  @Test(.needs(.program("tesseract"))) func wordsInPicturesAreFound() async throws {
    try world.directory.write(
      StrokeText("BOARDING PASS", "GATE TEN").picture, to: "pictures/pass.png")
    try world.directory.write(StrokeText("SHOPPING LIST").picture, to: "pictures/list.png")
    let result = try await test("ocr_pictures_test.lua", path: "/usr/bin:/bin")
    #expect(result.status == .exited(0), "\(result.text)\(result.errorText)")
  }

  @Test(arguments: ["Recognition", "Sheets", "Similarity", "Webhooks"])
  func eachStageThatNeedsMoreThanTheEngineHasTests(_ folder: String) throws {
    let texts = try Checkout.files(in: "Sources/Pipeline/\(folder)").map(Checkout.text)
    let names = texts.compactMap { text in
      text.firstMatch(of: /let description = StageDescription\(\s*name: "(\w+)"/)?.1
    }
    #expect(!names.isEmpty)
    for name in names { #expect(Checkout.has("Tests/ShippedStages/\(name)_test.lua")) }
  }
}
