import AssetSupport
import Foundation
import PhotosSamples
import PipelineSupport
import Samples
import TestSupport
import Testing

@testable import Assets
@testable import Files
@testable import PhotosLibrary

/// A rule that may see some assets of a Photos library gets what it would get of a library that
/// has no others.
@Suite struct LimitedPhotosTests {
  private static let assets =
    PhotosWorld.assets + [
      PhotosSampleAsset(uuid: "A7", filename: "IMG_7.JPG", created: 700),
      PhotosSampleAsset(uuid: "A8", filename: "IMG_8.JPG", created: 800, ["ZFAVORITE": 1]),
    ]
  private static let albums = [
    PhotosSampleAlbum("2019", uuid: "F1", kind: 4000),
    PhotosSampleAlbum("Trip", uuid: "B1", parent: 0, assets: ["A7", "A1", "A3", "A4"]),
    PhotosSampleAlbum("Trip", uuid: "B2", assets: ["A2", "A5", "A6"]),
    PhotosSampleAlbum("Paris", uuid: "B3", assets: ["A1", "A7"]),
    PhotosSampleAlbum("Films", uuid: "B4", assets: ["A4"]),
    PhotosSampleAlbum("Empty", uuid: "B5"),
    PhotosSampleAlbum("Secret", uuid: "F2", kind: 4000),
    PhotosSampleAlbum("Plans", uuid: "B6", parent: 6, assets: ["A8"]),
    PhotosSampleAlbum("Deleted", uuid: "B7", assets: ["A6"]),
  ]
  private static let chosen = ["A1", "A3", "A5", "A6", "A7"]

  private static let sources: [ArgumentValue] = [
    [:], ["includeHidden": true], ["album": "Trip"], ["album": "Paris"], ["album": "Films"],
    ["album": "Film"], ["album": "Empty"], ["album": "B4/L0/040"], ["album": "B3"],
    ["album": "2019"], ["album": "Secret"], ["album": "Plans"], ["album": "Deleted"],
    ["album": "albumRegular"], ["album": "smartAlbumPanoramas"], ["album": "smartAlbumFavorites"],
    ["album": "smartAlbumRecentlyAdded"], ["album": "smartAlbumAllHidden"],
    ["album": "smartAlbumUserLibrary"],
  ]

  private static let filters: [[StageCall]] = [
    [],
    [StageCall("filter", ["mediaType": "image", "sortedBy": "-creationDate"])],
    [StageCall("filter", ["sortedBy": "-creationDate", "limit": 1])],
    [StageCall("filter", ["isFavorite": true, "remark": "no favorites"])],
    [StageCall("dedupe", ["by": "sha1"])],
    [StageCall("load", ["data": "size"])],
  ]

  private static let pipelines: [[StageCall]] =
    sources.flatMap { source in filters.map { [StageCall("source", source)] + $0 } }
    + [
      ["albumRegular", "smartAlbumUserLibrary", "smartAlbumVideos", "smartAlbumAllHidden"],
      ["Trip"], ["Secret"], ["2019"], ["smartAlbumFavorites", "Paris"],
    ].flatMap { (albums: ArgumentValue) in
      [true, false].map { empty in
        [
          StageCall("source", ["albums": albums]),
          StageCall(
            "filter", ["mediaType": "image", "sortedBy": "-creationDate", "empty": .flag(empty)]),
        ]
      }
    }

  private static let requests = [
    #"{"filter":{"sortedBy":"-creationDate"},"range":[0,50]}"#,
    #"{"source":{"album":"Trip"},"range":[0,50]}"#, #"{"source":{"album":"Plans"}}"#,
    #"{"source":{"album":"Plan"}}"#, #"{"index":"A8/L0/001"}"#, #"{"index":"A7/L0/001"}"#,
    #"{"source":{"albums":["albumRegular","smartAlbumVideos"]},"range":[0,50]}"#,
    #"{"source":{"albums":["Films"]},"filter":{"mediaType":"image"},"range":[0,50]}"#,
  ]

  @Test(arguments: [PhotosRelease.macOS10, .macOS13, .macOS15])
  func theOthersDoNotExist(_ release: PhotosRelease) throws {
    let photos = try PhotosWorld(
      PhotosSampleLibrary(release, Self.assets, albums: Self.albums))
    let whole = LibraryView(photos.path)
    let limited = LibraryView(photos.path, limitedTo: Self.chosen.map { "\($0)/L0/001" })
    let all = try Self.pipelines.map(whole.trace)
    let some = try Self.pipelines.map(limited.trace)
    let answers = try limited.answers(Self.requests)
    #expect(try answers != whole.answers(Self.requests))

    try FileManager.default.removeItem(atPath: photos.path)
    let kept = Self.assets.filter { Self.chosen.contains($0.uuid) }
    let there = Self.chosen.filter { $0 != "A6" }
    var albums: [PhotosSampleAlbum] = []
    for var album in Self.albums where album.uuid != "F2" && album.uuid != "B6" {
      album.assets = album.assets.filter(Self.chosen.contains)
      if album.kind == 4000 || album.assets.contains(where: there.contains) { albums.append(album) }
    }
    try PhotosSampleLibrary(release, kept, albums: albums).write(to: photos.path)
    for (place, stages) in Self.pipelines.enumerated() {
      #expect(
        try Self.masked(some[place]) == Self.masked(whole.trace(stages)), "\(stages)")
    }
    #expect(try Self.masked(answers) == Self.masked(whole.answers(Self.requests)))
    #expect(zip(all, some).count { $0 != $1 } > Self.pipelines.count / 2)
    #expect(some[0].contains("A1/L0/001"))
  }

  /// Files that were written again have other times.
  private static func masked(_ text: String) -> String {
    text.replacing(/"(modificationDate|addedDate)":"[^"]*"/, with: "")
  }

  @Test func whatIsNoIdentifierChoosesNothing() throws {
    let photos = try PhotosWorld(PhotosSampleLibrary(.macOS15, Self.assets))
    for text in ["", "A1' OR 1", "\"]", "A1\"", "*", "A%"] {
      let chosen = ChosenAssets([Array(text.utf8)])
      #expect(chosen.uuidList == "[]")
      let library = try PhotosLibrary(path: photos.path, chosen: chosen)
      #expect(try PhotosWorld.assets(of: library).isEmpty)
    }
  }
}
