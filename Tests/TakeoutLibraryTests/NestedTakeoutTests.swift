import AssetSupport
import Engine
import Foundation
import PipelineSupport
import Samples
import TestSupport
import Testing

/// Takeouts in a folder of pictures: each has its own folder, and every other stays a folder.
@Suite struct NestedTakeoutTests {
  private let world: TakeoutWorld
  private let year = "Takeout/Google Photos/Photos from 2019"

  init() throws {
    world = try TakeoutWorld()
  }

  private func albums() throws -> [String] {
    try world.run(["albums": ["albumRegular"]], StageCall("filter", ["sortedBy": "filename"]))
      .texts("title")
  }

  @Test(arguments: ["", "old/phone/", "Takeout/takeout-1/"])
  func otherFoldersStayFolders(place: String) throws {
    try world.add("a.jpg", to: "\(place)\(year)")
    try world.add(picture: "a-edited.jpg", to: "\(place)\(year)", seed: 2)
    try world.add(album: "At sea", to: "\(place)Takeout/Google Photos/Sea")
    try world.add("b.jpg", to: "\(place)Takeout/Google Photos/Sea", seed: 3)
    for name in ["c.jpg", "c-edited.jpg"] { try world.add(picture: name, to: "pics/deep", seed: 4) }
    // Other programs write such names, too.
    try world.folder.write("{\"title\": \"c\"}", to: "pics/deep/c.jpg.json")
    try world.add(picture: "d.jpg", to: "takeout food", seed: 5)
    try world.add(picture: "e.jpg", to: "pics", seed: 6)
    #expect(
      try world.run().texts("filename").sorted()
        == ["a.jpg", "b.jpg", "c-edited.jpg", "c.jpg", "d.jpg", "e.jpg"])
    let titles = try albums().filter { !["phone", "old"].contains($0) }.sorted()
    #expect(titles == ["At sea", "deep", "pics", "takeout food"], "\(titles)")
    #expect(try world.run(["album": "pics/deep"]).names.count == 2)
    #expect(try world.run(["album": "At sea"]).texts("filename") == ["b.jpg"])
    let tested = StageCall("filter", ["albumPaths": "pics/deep"])
    #expect(try world.run([:], tested).names.count == 2)
    let facts = try world.records()["\(place)\(year)/a.jpg"]
    #expect(facts?["creationDateSource"] as? String == "takeout")
    #expect(facts?["editedPath"] != nil)
  }

  @Test func twoTakeoutsStayApart() throws {
    for person in ["ada", "bob"] {
      try world.add("a.jpg", to: "\(person)/takeout-1/\(year)")
      try world.add(album: "Holiday", to: "\(person)/takeout-1/Takeout/Google Photos/Holiday")
      try world.add("a.jpg", to: "\(person)/takeout-1/Takeout/Google Photos/Holiday")
    }
    try world.add(picture: "c.jpg", to: "ada/takeout-1/\(year)", seed: 3)
    try world.folder.write(
      TakeoutSidecar(title: "c.jpg", taken: TakeoutWorld.taken),
      to: "bob/takeout-1/\(year)/c.jpg.json")
    let records = try world.records()
    #expect(
      records.keys.sorted() == [
        "ada/takeout-1/\(year)/a.jpg", "ada/takeout-1/\(year)/c.jpg",
        "bob/takeout-1/\(year)/a.jpg",
      ])
    #expect(
      records["ada/takeout-1/\(year)/c.jpg"]?["creationDateSource"] as? String == "fileSystem")
    #expect(try albums() == ["Holiday", "Holiday"])
  }

  @Test func aTakeoutIsFoundBehindTheJSONOfOthers() throws {
    for number in 0..<50 {
      try world.add(picture: "x.jpg", to: "gallery/\(number)", seed: UInt64(number))
      try world.folder.write("{\"title\": \"x\"}", to: "gallery/\(number)/x.jpg.json")
    }
    try world.add("a.jpg", to: "phone/\(year)", seed: 99)
    let facts = try world.records()["phone/\(year)/a.jpg"]
    #expect(facts?["creationDateSource"] as? String == "takeout")
  }

  /// A folder of a Takeout that the user renamed, beside others.
  @Test func aRenamedFolderIsOneBesideOthers() throws {
    try world.add("a.jpg", to: "from Google")
    try world.add(picture: "a-edited.jpg", to: "from Google", seed: 2)
    try world.add(picture: "c.jpg", to: "pics", seed: 3)
    try world.add(picture: "c-edited.jpg", to: "pics", seed: 4)
    #expect(
      try world.run().names
        == ["from Google/a.jpg", "pics/c-edited.jpg", "pics/c.jpg"])
  }
}
