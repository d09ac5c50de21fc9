import AssetSupport
import Assets
import Foundation
import PipelineSupport
import TestSupport
import Testing

/// Real libraries, and what others found in them.
@Suite(.enabled(if: SharedData.has("photoslibraries")))
struct SharedFeedTests {
  private static let names = [
    "Test-15.4.1", "Test-10.15.1", "Test-Media-Types-15.7.2", "Test-13.5.1-compare-1",
  ]

  /// PhotoKit's titles, whatever the language of the library.
  private static let titles = [
    "smartAlbumPanoramas": "Panoramas", "smartAlbumVideos": "Videos",
    "smartAlbumFavorites": "Favorites", "smartAlbumTimelapses": "Time-lapse",
    "smartAlbumAllHidden": "Hidden", "smartAlbumRecentlyAdded": "Recently Added",
    "smartAlbumBursts": "Bursts", "smartAlbumSlomoVideos": "Slo-mo",
    "smartAlbumUserLibrary": "Recents", "smartAlbumSelfPortraits": "Selfies",
    "smartAlbumScreenshots": "Screenshots", "smartAlbumDepthEffect": "Portrait",
    "smartAlbumLivePhotos": "Live Photos", "smartAlbumAnimated": "Animated",
    "smartAlbumRAW": "RAW", "smartAlbumCinematic": "Cinematic", "smartAlbumSpatial": "Spatial",
    "smartAlbumScreenRecordings": "Screen Recordings",
  ]

  /// An album as `feeds.json` has it.
  private struct Expected {
    let subtype: String
    let title: String?
    let uuid: String?
    let count: Int
    let cover: String?
    let photos: [String]
    let folderPath: [String]

    init(_ album: [String: Any]) {
      let named = album["subtype"] as? String ?? ""
      subtype = String(named.prefix { $0 != "(" })
      title = album["title"] as? String
      uuid = album["uuid"] as? String
      count = album["count"] as? Int ?? -1
      cover = album["cover"] as? String
      photos = album["photos"] as? [String] ?? []
      folderPath = album["folder_path"] as? [String] ?? []
    }
  }

  private func expected(_ library: SharedLibrary) throws -> [Expected] {
    let feeds = try #require(try library.expectation("feeds.json") as? [String: Any])
    return try #require(feeds["albums"] as? [[String: Any]]).map(Expected.init)
  }

  @Test(arguments: names)
  func albumsCountsAndCoversAreThose(_ name: String) throws {
    let library = try SharedLibrary(name)
    let all = try expected(library)
    let world = try AlbumWorld(library.path)
    let records = try world.scenario(cover: ["cover": [150, 150], "deliveryMode": "fastFormat"])
      .run().records
    let shown = all.filter { $0.count > 0 }
    #expect(records.count == shown.count)
    for (record, album) in zip(records, shown) {
      let cover = record["cover"] as? [String: Any] ?? [:]
      #expect(record["subtype"] as? String == album.subtype)
      #expect(record["title"] as? String == Self.titles[album.subtype] ?? album.title)
      #expect(record["count"] as? Int == album.count)
      #expect(record["folderPath"] as? [String] == album.folderPath)
      if let uuid = album.uuid { #expect(record["localIdentifier"] as? String == "\(uuid)/L0/040") }
      if let uuid = album.cover { #expect(cover["localIdentifier"] as? String == "\(uuid)/L0/001") }
      #expect(cover["image"] != nil, "\(cover)")
    }
  }

  @Test(arguments: names)
  func photosOfEachAlbumAreThoseInTheirOrder(_ name: String) throws {
    let library = try SharedLibrary(name)
    for album in try expected(library) {
      let isRecent = album.subtype == "smartAlbumRecentlyAdded"
      let filter: ArgumentValue = [
        "mediaType": "image", "sortedBy": isRecent ? "-addedDate" : "-creationDate",
      ]
      let source: ArgumentValue = ["album": .text(album.uuid ?? album.subtype)]
      let outcome = try Scenario(
        [StageCall("source", source), StageCall("filter", filter)], library: library.path
      ).run()
      #expect(try outcome.names == album.photos.map { "\($0)/L0/001" }, "\(album)")
    }
  }
}
