import AssetSupport
import Foundation
import PipelineSupport
import TestSupport
import Testing

@testable import Assets
@testable import PhotosLibrary

/// Real libraries, against what another program found in them.
///
/// docs/guide/libraries.md tells where the two differ and why; the differences are listed here.
@Suite(.enabled(if: SharedData.has("expected")))
struct PhotosSharedLibraryTests {
  static let names = [
    "Test-15.4.1", "Test-10.15.1", "Test-Media-Types-15.7.2", "Test-13.5.1-compare-1",
  ]

  @Test(arguments: names)
  func fieldsAreTheSame(name: String) throws {
    let library = try SharedLibrary(name)
    let source: ArgumentValue = ["includeHidden": true]
    let records = try Scenario([StageCall("source", source)], library: library.path).run().records
    let expected = try #require(library.expectation("query.json") as? [[String: Any]])
    let known = Dictionary(
      uniqueKeysWithValues: expected.map { ("\($0["uuid"] as? String ?? "")/L0/001", $0) })
    #expect(Set(records.map { $0["localIdentifier"] as? String ?? "" }) == Set(known.keys))
    let reported = SharedFields.compared.union(SharedFields.derived).union(SharedFields.leftOut)
    #expect(Set(expected.flatMap(\.keys)) == reported)
    for record in records {
      let identifier = record["localIdentifier"] as? String ?? ""
      let other = try #require(known[identifier])
      for (field, mine, theirs) in SharedFields(record, other, library: library.path).pairs
      where mine != theirs {
        Issue.record("\(identifier) \(field): \(mine), there \(theirs)")
      }
    }
  }

  /// The albums and imports of each asset, and the folders of the albums.
  @Test(arguments: names)
  func albumsOfEachAssetAreTheSame(name: String) throws {
    let copy = try SharedLibrary(name)
    let library = try PhotosLibrary(path: copy.path)
    var found: [String: Set<String>] = [:]
    for album in try library.albums([.albumRegular, .albumCloudShared, .albumImported]) {
      var selection = PhotosSelection()
      selection.includesHidden = true
      selection.album = .one(album)
      let place = ([album.identifier] + album.folderPath).joined(separator: " / ")
      for asset in try PhotosWorld.assets(of: library, selection) {
        found[asset.string(of: .localIdentifier), default: []].insert(place)
      }
    }
    let expected = try #require(copy.expectation("query.json") as? [[String: Any]])
    for other in expected {
      var places: Set<String> = []
      for album in other["album_info"] as? [[String: Any]] ?? [] {
        let folders = album["folder_names"] as? [String] ?? []
        places.insert((["\(album["uuid"] ?? "")/L0/040"] + folders).joined(separator: " / "))
      }
      if let session = other["import_info"] as? [String: Any], let uuid = session["uuid"] {
        places.insert("\(uuid)/L0/040")
      }
      let identifier = "\(other["uuid"] ?? "")/L0/001"
      #expect(found[identifier] ?? [] == places, "\(identifier)")
    }
  }

  @Test(arguments: names)
  func albumsAreThoseOfTheFeeds(name: String) throws {
    let copy = try SharedLibrary(name)
    let library = try PhotosLibrary(path: copy.path)
    let feeds = try #require(copy.expectation("feeds.json") as? [String: Any])
    let expected = try #require(feeds["albums"] as? [[String: Any]])
    let regular = expected.filter { $0["subtype"] as? String == "albumRegular" }
    let images = AssetPredicate.equals(.mediaType, .text(TextConstant("image")))
    let albums = try library.albums()
    #expect(albums.map(\.title) == regular.map { $0["title"] as? String ?? "" })
    #expect(
      albums.map(\.identifier) == regular.map { ($0["uuid"] as? String ?? "") + "/L0/040" })
    #expect(
      try albums.map { try library.count(of: $0, where: images) }
        == regular.map { $0["count"] as? Int })
    #expect(albums.map(\.folderPath) == regular.map { $0["folder_path"] as? [String] })
    for album in expected {
      let subtype = album["subtype"] as? String ?? ""
      let isRecent = subtype.hasPrefix("smartAlbumRecentlyAdded")
      let source =
        (album["uuid"] as? String).map { $0 + "/L0/040" }
        ?? (isRecent ? "smartAlbumRecentlyAdded" : subtype)
      let order = isRecent ? "-addedDate" : "-creationDate"
      let found = try Scenario(
        [
          StageCall("source", ["album": .text(source)]),
          StageCall("filter", ["mediaType": "image", "sortedBy": .text(order)]),
        ], library: copy.path
      ).run().names
      let wanted = (album["photos"] as? [String] ?? []).map { $0 + "/L0/001" }
      #expect(found == wanted, "\(source)")
    }
  }

  @Test func screenshotIsRecentForThirtySeconds() throws {
    let copy = try SharedLibrary("Test-Media-Types-15.7.2")
    let feeds = try #require(copy.expectation("feeds.json") as? [String: Any])
    let clocks = try #require(feeds["recent_screenshot"] as? [[String: Any]])
    for clock in clocks {
      let text = (clock["now"] as? String ?? "").replacing("000+", with: "+")
      let now = try #require(Instant(text), "\(text)")
      var scenario = Scenario(
        [
          StageCall("source", ["album": "smartAlbumScreenshots"]),
          StageCall(
            "filter",
            [
              "creationDate": .calling("within", "30s"), "sortedBy": "-creationDate", "limit": 1,
            ]),
        ], library: copy.path)
      scenario.now = now
      let expected = (clock["match"] as? String).map { [$0 + "/L0/001"] } ?? []
      #expect(try scenario.run().names == expected, "\(clock)")
    }
    #expect(clocks.count == 4)
  }
}
