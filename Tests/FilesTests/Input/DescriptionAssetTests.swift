import AssetSupport
import Assets
import Engine
import Files
import Foundation
import PipelineSupport
import Platform
import Samples
import TestSupport
import Testing

/// Fields that people type, of files and of records that name files.
@Suite struct DescriptionAssetTests {
  private let folder: TemporaryDirectory

  init() throws {
    folder = try TemporaryDirectory()
  }

  private func write(_ name: String, _ fill: @escaping (inout XMPSidecarFile) -> Void) throws {
    let packet = Array("http://ns.adobe.com/xap/1.0/\0".utf8) + XMPSidecarFile(fill).encoded()
    try folder.write(
      JPEGPicture(width: 16, height: 8) { $0.segments = [(0xE1, packet)] }, to: name)
  }

  private func run(_ filter: ArgumentValue = [:]) throws -> Scenario.Outcome {
    try Scenario([StageCall("source"), StageCall("filter", filter)], library: folder.path).run()
  }

  private func run(_ filter: ArgumentValue, on lines: String...) throws -> Scenario.Outcome {
    try Scenario(
      [StageCall("source", ["stdin": true]), StageCall("filter", filter)],
      input: lines.map { $0 + "\n" }.joined()
    ).run()
  }

  @Test func whatATestNamesIsRead() throws {
    try write("a.jpg") {
      $0.title = "Sea"
      $0.subjects = ["sun"]
      $0.attributes = ["xmp:Rating": "5", "photoshop:City": "Roma"]
    }
    try write("b.jpg") { $0.attributes = ["xmp:Rating": "-1"] }
    try folder.write(JPEGPicture(width: 16, height: 8), to: "c.jpg")
    #expect(try run(["rating": 5]).names == ["a.jpg"])
    #expect(try run(["rating": .calling("at_least", 0)]).names == ["a.jpg"])
    #expect(try run(["rating": -1]).names == ["b.jpg"])
    #expect(try run(["rating": .calling("absent")]).names == ["c.jpg"])
    #expect(try run(["title": "Sea"]).names == ["a.jpg"])
    #expect(try run(["keywords": "sun"]).names == ["a.jpg"])
    #expect(try run(["placeName": "Roma"]).names == ["a.jpg"])
    #expect(try run(["description": .calling("present")]).names == [])
    #expect(try run(["sortedBy": "-rating"]).names == ["a.jpg", "b.jpg", "c.jpg"])
  }

  @Test func recordsOfAFolderDoNotCarryIt() throws {
    try write("a.jpg") { $0.title = "Sea" }
    let record = try #require(try run(["title": "Sea"]).records.first)
    #expect(record["title"] == nil)
  }

  @Test func theSidecarCountsBeforeTheFile() throws {
    try write("a.jpg") {
      $0.title = "embedded"
      $0.attributes = ["xmp:Rating": "2", "xmp:Label": "Red"]
    }
    try folder.write(
      XMPSidecarFile {
        $0.title = "beside"
        $0.attributes = ["xmp:Rating": "4"]
      }, to: "a.xmp")
    #expect(try run(["rating": 2]).names == [])
    #expect(try run(["rating": 4, "title": "beside", "colorLabel": "Red"]).names == ["a.jpg"])
    let record = try #require(try run().records.first)
    #expect(record["title"] as? String == "beside")
    #expect(record["rating"] as? Int == 4)
    #expect(record["colorLabel"] == nil)
  }

  @Test func aRecordWithAPathIsReadToo() throws {
    try write("a.jpg") { $0.attributes = ["xmp:Rating": "3"] }
    let path = folder.path("a.jpg")
    #expect(
      try run(["rating": 3], on: "{\"path\":\"\(path)\",\"mediaType\":\"image\"}").lines.count == 1)
    #expect(try run(["rating": 3], on: "{\"path\":\"\(path)\"}").lines.count == 1)
    #expect(try run(["rating": 3], on: path).lines.count == 1)
    // What the record says counts.
    let rated = "{\"path\":\"\(path)\",\"mediaType\":\"image\",\"rating\":1}"
    #expect(try run(["rating": 1], on: rated).lines.count == 1)
    #expect(try run(["rating": 3], on: rated).lines.count == 0)
    let nameless = try run(["rating": 3], on: "{\"filename\":\"a.jpg\",\"mediaType\":\"image\"}")
    #expect(nameless.lines.isEmpty)
    #expect(nameless.reasons == [])
  }

  @Test func aFileThatIsGoneFails() throws {
    let outcome = try run(
      ["rating": 3], on: "{\"path\":\"/nowhere/a.jpg\",\"mediaType\":\"image\"}")
    #expect(outcome.reasons == ["no such file or folder"])
  }

  @Test func aStageMaySetARating() throws {
    try write("a.jpg") { $0.attributes = ["xmp:Rating": "3"] }
    var table = FieldTable()
    #expect(try table.add(.number("rating", "stars")) == .rating)
    #expect(throws: FieldProblem.self) { try table.add(.text("rating", "stars")) }
    #expect(throws: FieldProblem.self) { try table.add(.text("title", "a title")) }
    let asset = FileAsset(path: Array(folder.path("a.jpg").utf8), headers: HeaderReaderPool())
    guard case .integer(3) = asset.value(of: .rating) else {
      Issue.record("the file's rating")
      return
    }
    asset.findingsForWriting().set(.integer(5), of: .rating)
    guard case .integer(5) = asset.value(of: .rating) else {
      Issue.record("the stage's rating")
      return
    }
    var writer = RecordWriter(capacity: 1 << 10)
    asset.writeRecord(into: &writer)
    let text = String(decoding: writer.buffer.bytes, as: UTF8.self)
    #expect(text.split(separator: "\"rating\":").count == 2)
    #expect(text.contains("\"rating\":5"))
  }
}
