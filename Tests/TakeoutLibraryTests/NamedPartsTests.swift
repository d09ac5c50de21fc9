import AssetSupport
import Engine
import Foundation
import PipelineSupport
import Samples
import TestSupport
import Testing

/// Archives of one Takeout that are named one by one, as through the folder around them.
@Suite struct NamedPartsTests {
  private let world: TakeoutWorld
  private let year = "Takeout/Google Photos/Photos from 2019"

  init() throws {
    world = try TakeoutWorld()
  }

  private func records(of parts: [String]) throws -> [[String: Any]] {
    var scenario = Scenario([StageCall("source", [:])])
    scenario.libraries = parts.map { world.folder.path($0) }
    return try scenario.run().records
  }

  private func identifiers(of parts: [String]) throws -> [String] {
    try records(of: parts).map { $0["localIdentifier"] as? String ?? "" }
  }

  /// Splits a picture from its JSON file.
  private func split(_ name: String, into places: (picture: String, text: String)) throws {
    try world.add(picture: name, to: "\(places.picture)/\(year)")
    try world.folder.write(
      TakeoutSidecar(title: name, taken: TakeoutWorld.taken),
      to: "\(places.text)/\(year)/\(name).json")
  }

  @Test(arguments: [["takeout-1", "takeout-2"], ["takeout-2", "takeout-1"]])
  func aPictureHasItsSidecarInAnotherPart(parts: [String]) throws {
    try split("a.jpg", into: ("takeout-1", "takeout-2"))
    try split("b.jpg", into: ("takeout-2", "takeout-1"))
    // It shows that this is a Takeout.
    try world.add("z.jpg", to: "takeout-2/\(year)")
    let found = try records(of: parts)
    #expect(found.compactMap { $0["filename"] as? String }.sorted() == ["a.jpg", "b.jpg", "z.jpg"])
    #expect(found.allSatisfy { $0["creationDateSource"] as? String == "takeout" })
    // Alone it has none.
    #expect(try records(of: ["takeout-1"])[0]["creationDateSource"] as? String == "fileSystem")
  }

  @Test func aPictureOfTwoPartsIsOne() throws {
    try world.add("a.jpg", to: "takeout-2/\(year)")
    try world.add("a.jpg", to: "takeout-1/Takeout/Google Photos/Sea")
    try world.add(album: "At sea", to: "takeout-1/Takeout/Google Photos/Sea")
    let found = try records(of: ["takeout-1", "takeout-2"])
    #expect(try identifiers(of: ["takeout-1", "takeout-2"]) == ["\(year)/a.jpg"])
    #expect(found.first?["albumPaths"] as? [String] == ["At sea"])
    #expect(try identifiers(of: ["takeout-1"]) == ["Takeout/Google Photos/Sea/a.jpg"])
  }

  @Test func partsInDifferentFoldersStayApart() throws {
    for person in ["ada", "bob"] { try world.add("a.jpg", to: "\(person)/takeout-1/\(year)") }
    #expect(
      try identifiers(of: ["ada/takeout-1", "bob/takeout-1"]) == ["\(year)/a.jpg", "\(year)/a.jpg"])
    try split("c.jpg", into: ("ada/takeout-1", "bob/takeout-1"))
    let found = try records(of: ["ada/takeout-1", "bob/takeout-1"])
    let other = found.first { $0["filename"] as? String == "c.jpg" }
    #expect(other?["creationDateSource"] as? String == "fileSystem")
  }
}
