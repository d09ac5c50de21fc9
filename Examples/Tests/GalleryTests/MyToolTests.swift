import Foundation
import Testing

@Suite struct MyToolTests {
  @Test func hasItsOwnNameAndVersion() throws {
    let world = try ToolWorld()
    #expect(try world.run("--version").output.hasPrefix("mytool 1.0.0\nshotflow "))
    #expect(try world.run("--help").output.hasPrefix("mytool finds, "))
  }

  @Test func usesAllThreeInOneRule() throws {
    let world = try ToolWorld()
    try world.write(try String(contentsOf: Self.rule, encoding: .utf8), to: "wide.lua")
    let result = try world.run(
      "run", "wide.lua", "--library", "pictures.csv", "--notifier", "log")
    #expect(try result.texts("title") == ["Rome, \"again\""])
    #expect(try world.text(of: "offers.log") == "Print this one? wide.gif\n")
  }

  /// This file is Examples/Tests/GalleryTests/….
  private static let rule = (0..<3).reduce(URL(fileURLWithPath: #filePath)) { url, _ in
    url.deletingLastPathComponent()
  }.appendingPathComponent("rules/wide.lua")

  @Test func makesPictures() throws {
    let world = try ToolWorld()
    try world.write(rule: "filter { pixelWidth = 8 }, load { data = \"size\" }")
    let result = try world.run("run", "rule.lua", "--library", "pictures.csv")
    #expect(result.status == 0, "\(result.messages)")
    #expect(try result.texts("filename") == ["even.gif"])
  }
}
