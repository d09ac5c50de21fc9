import AssetSupport
import Engine
import Foundation
import PipelineSupport
import Samples
import TestSupport
import Testing

/// The names of files in the folder that `--out` names.
@Suite struct OutputNameTests {
  private let world: PictureWorld

  init() throws {
    world = try PictureWorld()
  }

  private func paths(_ outcome: Scenario.Outcome, _ key: String) throws -> [String] {
    try outcome.records.map { ($0[key] as? [String: Any])?["path"] as? String ?? "" }
  }

  @Test(arguments: [String(repeating: "x", count: 251), String(repeating: "é", count: 125)])
  func aNameThatIsTooLongWithItsSizeLosesTheEndOfItsStem(_ stem: String) throws {
    try world.write("\(stem).jpg")
    let outcome = try world.scenario(["size": .list([150, 150])]).run()
    #expect(outcome.reasons.isEmpty)
    let name = try #require(try world.written.first)
    #expect(name.hasSuffix(".jpg") && name.hasPrefix(String(stem.prefix(100))))
    #expect((250...255).contains(name.utf8.count))
    #expect(!name.unicodeScalars.contains("\u{FFFD}"))
    #expect(try paths(outcome, "image") == [world.out.path(name)])
  }

  @Test func longNamesThatAreTakenGetNumbers() throws {
    let name = String(repeating: "x", count: 251) + ".jpg"
    for folder in ["a", "b"] { try world.library.write(folder, to: "\(folder)/\(name)") }
    let outcome = try world.scenario(["file": "copy"]).run()
    #expect(outcome.reasons.isEmpty)
    #expect(
      Set(try world.written) == [name, String(repeating: "x", count: 249) + " 2.jpg"])
  }

  @Test(arguments: [
    ("a\\u0000b.jpg", "a_b.jpg"), ("..", "__"), (".", "_"), ("../../x.jpg", "a.jpg"),
  ])
  func aNameFromARecordLeadsNowhereElse(_ given: String, _ placed: String) throws {
    let path = try world.library.write("bytes", to: "a.jpg")
    var scenario = Scenario(
      [StageCall("source", ["stdin": true]), StageCall("load", ["file": "copy"])],
      input: #"{"path":"\#(path)","filename":"\#(given)","mediaType":"unknown"}"# + "\n")
    scenario.outputFolder = world.out.path
    let outcome = try scenario.run()
    #expect(outcome.reasons.isEmpty)
    let name = try #require(try world.written.first)
    #expect(try paths(outcome, "file") == [world.out.path(name)])
    #expect(name == placed)
  }

  @Test func stagesThatWriteAtOnceDoNotDisturbEachOther() throws {
    for index in 0..<40 { try world.write("\(index).jpg") }
    let first: ArgumentValue = ["size": .list([150, 150])]
    let second: ArgumentValue = ["size": .list([20, 20])]
    let outcome = try world.scenario(first, then: StageCall("load", second)).run()
    #expect(outcome.reasons.isEmpty)
    #expect(try world.written.count == 80)
  }

  @Test func whatAKilledRunLeftIsNotInTheWay() throws {
    try world.library.write("bytes", to: "a.jpg")
    for serial in 1...5 {
      try world.out.write("left", to: ".shotflow-\(getpid())-\(serial).part")
    }
    let outcome = try world.scenario(["file": "copy"]).run()
    #expect(outcome.reasons.isEmpty)
    #expect(try world.written.last == "a.jpg")
  }

  @Test func offsetsCountFromTheBeginningOfTheFile() throws {
    try world.write("a.jpg")
    let before = Array("what stood there before".utf8)
    let path = try world.out.write(before, to: "all")
    for flags in [O_RDWR | O_APPEND, O_RDWR] {
      let file = open(path, flags)
      defer { close(file) }
      if flags & O_APPEND == 0 { lseek(file, off_t(before.count), SEEK_SET) }
      var scenario = world.scenario(["size": .list([150, 150])])
      scenario.outputFolder = nil
      scenario.pictureDescriptor = file
      let outcome = try scenario.run()
      let image = try #require(try outcome.records.first?["image"] as? [String: Any])
      #expect(image["offset"] as? Int == before.count)
      let bytes = try Data(contentsOf: URL(fileURLWithPath: path))
      #expect(bytes.dropFirst(before.count).prefix(2).elementsEqual([0xFF, 0xD8]))
      truncate(path, off_t(before.count))
    }
  }
}
