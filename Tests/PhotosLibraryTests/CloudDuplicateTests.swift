import AssetSupport
import Engine
import Foundation
import PhotosSamples
import PipelineSupport
import Samples
import Synchronization
import Testing

@testable import PhotosLibrary

/// Duplicates among originals of which some are in iCloud alone.
@Suite struct CloudDuplicateTests {
  private static let column = "ZORIGINALSTABLEHASH"

  /// - Parameter assets: an identifier, the library's hash, and the content of a file that is here.
  private func world(_ assets: [(uuid: String, hash: String?, content: String?)]) throws
    -> PhotosWorld
  {
    let rows = assets.enumerated().map { place, asset in
      var row = PhotosSampleAsset(
        uuid: asset.uuid, filename: "\(asset.uuid).jpg", created: Double(place))
      row.details[Self.column] = asset.hash.map { .text($0) }
      row.original = asset.content.map { Array($0.utf8) }
      row.details["ZORIGINALFILESIZE"] = .integer(Int64(asset.content?.utf8.count ?? 4))
      if asset.content == nil {
        row.resources[0]["ZLOCALAVAILABILITY"] = -1
      }
      return row
    }
    return try PhotosWorld(PhotosSampleLibrary(.macOS15, rows))
  }

  private func run(
    _ world: PhotosWorld, _ dedupe: ArgumentValue
  ) throws -> (names: [String], notices: [String], report: RunReport, reasons: [String]) {
    let notices = Mutex<[String]>([])
    var scenario = Scenario(
      [StageCall("source"), StageCall("dedupe", dedupe)], library: world.path)
    scenario.notices = RunNotices { text in notices.withLock { $0.append(text) } }
    let outcome = try scenario.run()
    return (
      try outcome.names.map { String($0.prefix(1)) }, notices.withLock { $0 }, outcome.report,
      try outcome.texts("duplicateReason")
    )
  }

  @Test(arguments: ["first", "best"]) func theyAreComparedByTheHashOfTheLibrary(_ keep: String)
    throws
  {
    let world = try world([
      ("A", "one", nil), ("B", "one", "same"), ("C", nil, "same"), ("D", "two", nil),
      ("E", "two", nil), ("F", "three", "else"),
    ])
    let kept = try run(world, ["keep": .text(keep)])
    #expect(kept.notices == [])
    #expect(kept.report.failureCount == 0)
    // The one that is here is better; the first comes at once.
    #expect(kept.names == (keep == "best" ? ["B", "D", "F"] : ["A", "D", "F"]))
  }

  @Test func groupsJoinBytesAndHashes() throws {
    let world = try world([("A", "one", nil), ("B", nil, "same"), ("C", "one", "same")])
    let groups = try run(world, ["keep": "best", "show": "groups"])
    #expect(groups.names.sorted() == ["A", "B", "C"])
    #expect(groups.names.first != "A")
    #expect(groups.reasons[groups.names.firstIndex(of: "A") ?? 0] == "original")
  }

  @Test(arguments: ["first", "best"]) func withoutAHashTheyPassAndAreCounted(_ keep: String)
    throws
  {
    let world = try world([("A", nil, nil), ("B", nil, nil), ("C", nil, "same")])
    let kept = try run(world, ["keep": .text(keep)])
    #expect(kept.names == ["A", "B", "C"])
    #expect(kept.report.failureCount == 0)
    #expect(
      kept.notices == ["2 assets are in iCloud alone and can't be compared, so they pass dedupe"])
  }

  @Test func namesAreReadForContentsThatAreAwayAlone() throws {
    let world = try world([("A", "one", nil), ("B", "one", "same"), ("C", "two", "else")])
    let library = try world.open()
    #expect(library.contentNames["A"] == "one" && library.contentNames["B"] == "one")
    #expect(library.contentNames["C"] == nil)
  }
}
