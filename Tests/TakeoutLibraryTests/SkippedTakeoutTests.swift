import AssetSupport
import Engine
import PipelineSupport
import Samples
import TestSupport
import Testing

/// The reasons why files of a Takeout are no assets of their own.
@Suite struct SkippedTakeoutTests {
  private let world: TakeoutWorld
  private let year = "Takeout/Google Photos/Photos from 2019"
  private let album = "Takeout/Google Photos/Sea"
  private let trash = "Takeout/Google Photos/Trash"

  init() throws {
    world = try TakeoutWorld()
    for place in [year, album] { try world.add("a.jpg", to: place, seed: 1) }
    try world.add(picture: "a-edited.jpg", to: year, seed: 2)
    try world.folder.write("bytes", to: "\(year)/a.mp4")
    try world.add("b.jpg", to: trash, seed: 3) { $0.isTrashed = true }
    try world.add("c.jpg", to: year, seed: 4, taken: TakeoutWorld.taken + 10) {
      $0.isArchived = true
    }
    try world.add(album: "Sea", to: album)
  }

  private func reasons(_ source: ArgumentValue) throws -> [String: String] {
    let records = try world.run(source).records
    return Dictionary(
      records.map {
        ($0["localIdentifier"] as? String ?? "", $0["skipped"] as? String ?? "")
      }, uniquingKeysWith: { first, _ in first })
  }

  @Test func eachFileHasOne() throws {
    let name = TakeoutFileName("a.jpg", number: 0).sidecar(.supplemental)
    let found = try reasons(["skipped": true])
    #expect(found["\(year)/a.jpg"] == nil)
    #expect(found["\(album)/a.jpg"] == "same picture as \(year)/a.jpg")
    #expect(found["\(year)/a-edited.jpg"] == "edited version of a.jpg")
    #expect(found["\(year)/a.mp4"] == "movie of the live photo a.jpg")
    #expect(found["\(year)/\(name)"] == "belongs to a.jpg")
    #expect(found["\(album)/\(name)"] == "belongs to a.jpg")
    #expect(found["\(album)/metadata.json"] == "no picture or movie")
    #expect(found["\(trash)/b.jpg"] == "in Google's trash")
    #expect(found["\(year)/c.jpg"] == "archived")
    let hidden = try reasons(["skipped": true, "includeHidden": true])
    #expect(hidden["\(year)/c.jpg"] == nil && hidden["\(trash)/b.jpg"] != nil)
  }
}
