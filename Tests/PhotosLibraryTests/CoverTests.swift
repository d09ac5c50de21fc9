import AssetSupport
import Engine
import Foundation
import PhotosSamples
import PipelineSupport
import Samples
import TestSupport
import Testing

/// Covers, and thumbnails of assets whose library keeps smaller pictures of them.
@Suite struct CoverTests {
  private static let originalWidth = 4032

  /// A library of one album for each asset, and what was put beside the originals.
  private func world(
    _ assets: [(uuid: String, original: String?, derivatives: [String: Int])],
    _ columns: [String: ColumnValue] = [:]
  ) throws -> AlbumWorld {
    let rows = assets.enumerated().map { place, asset in
      var row = PhotosSampleAsset(
        uuid: asset.uuid, filename: "\(asset.uuid).jpg", created: Double(place), columns)
      row.original = asset.original.map { Self.picture(Self.originalWidth / 4, $0) }
      return row
    }
    let albums = assets.map {
      PhotosSampleAlbum("of \($0.uuid)", uuid: "B\($0.uuid)", assets: [$0.uuid])
    }
    let photos = try PhotosWorld(PhotosSampleLibrary(.macOS15, rows, albums: albums))
    for asset in assets {
      for (name, width) in asset.derivatives {
        let path = "\(photos.path)/resources/derivatives/\(name)"
        try FileManager.default.createDirectory(
          atPath: (path as NSString).deletingLastPathComponent, withIntermediateDirectories: true)
        let comment = asset.original == "torn" ? "fail" : "name:\(name.prefix { $0 != "_" })"
        try Data(Self.picture(width, comment)).write(to: URL(fileURLWithPath: path))
      }
    }
    return try AlbumWorld(photos)
  }

  private static func picture(_ width: Int, _ comment: String) -> [UInt8] {
    JPEGPicture(width: width, height: width * 3 / 4) { $0.comment = Array(comment.utf8) }.encoded()
  }

  private func origins(
    _ world: AlbumWorld,
    _ load: ArgumentValue = ["cover": [150, 150], "deliveryMode": "fastFormat"]
  ) throws -> [String] {
    try world.scenario(["albumRegular"], cover: load).run().records.map { record in
      let cover = record["cover"] as? [String: Any]
      let image = cover?["image"] as? [String: Any]
      return image?["origin"] as? String ?? cover?["error"] as? String ?? "nothing"
    }
  }

  @Test func derivativesServeWhereTheySuffice() throws {
    let albums = try world([
      ("A1", "name:whole", ["A/A1_1_105_c.jpeg": 1024]),
      ("A2", "name:whole", ["A/A2_1_105_c.jpeg": 100]),
      ("A3", "name:whole", [:]), ("A4", nil, ["A/A4_1_105_c.jpeg": 1024]),
      ("A5", nil, ["A/A5_1_105_c.jpeg": 100]),
    ])
    #expect(
      try origins(albums) == ["derivative", "decoded", "decoded", "derivative", "derivative"])
    #expect(
      try origins(albums, ["cover": [2000, 2000], "deliveryMode": "fastFormat"])
        == ["decoded", "decoded", "decoded", "derivative", "derivative"])
  }

  @Test func highQualityIsMadeOfTheOriginalIfItIsThere() throws {
    let albums = try world([
      ("A1", "name:whole", ["A/A1_1_105_c.jpeg": 1024]), ("A2", nil, ["A/A2_1_105_c.jpeg": 1024]),
    ])
    #expect(try origins(albums, ["cover": [150, 150]]) == ["decoded", "derivative"])
  }

  @Test func aDerivativeThatIsDamagedDoesNotCostTheCover() throws {
    let albums = try world([("A1", "torn", ["A/A1_1_105_c.jpeg": 1024])])
    #expect(try origins(albums) == ["decoded"])
  }

  @Test func whatWasMadeBeforeAnEditDoesNotStandForTheEditedPicture() throws {
    let albums = try world(
      [("A1", "name:whole", ["masters/A/A1_4_5005_c.jpeg": 1024])],
      ["ZHASADJUSTMENTS": 1, "ZADJUSTMENTSSTATE": 1])
    #expect(try origins(albums) == ["decoded"])
  }

  @Test func aCoverThatFailsStaysWithItsAlbum() throws {
    let albums = try world([
      ("A1", "name:whole", [:]), ("A2", nil, [:]), ("A3", "fail", [:]), ("A4", "name:whole", [:]),
    ])
    let outcome = try albums.scenario(["albumRegular"], cover: ["cover": [150, 150]]).run()
    let covers = try outcome.records.map { $0["cover"] as? [String: Any] ?? [:] }
    #expect(try outcome.texts("title") == ["of A1", "of A2", "of A3", "of A4"])
    #expect(covers.map { $0["image"] != nil } == [true, false, false, true])
    #expect(covers[2]["error"] as? String == "the picture is damaged")
    #expect(covers[1]["localIdentifier"] as? String == "A2/L0/001")
    #expect(outcome.report.failureCount == 2)
    #expect(outcome.report.emitted == 4)
  }

  @Test func anAssetOfSeveralAlbumsIsMadeOnce() throws {
    let albums = try world([("A1", "name:whole", [:])])
    let scenario = albums.scenario(
      ["smartAlbumUserLibrary", "albumRegular", "smartAlbumRecentlyAdded"],
      cover: ["cover": [150, 150]])
    let outcome = try scenario.run()
    let paths = try outcome.records.map {
      (($0["cover"] as? [String: Any])?["image"] as? [String: Any])?["path"] as? String
    }
    #expect(paths == Array(repeating: albums.pictures.out.path("A1-150x150.jpg"), count: 3))
    #expect(albums.pictures.requests.count == 1)
  }

  @Test func aCoverThatFailsForSeveralAlbumsIsReportedOnce() throws {
    let albums = try world([("A1", "fail", [:])])
    let outcome = try albums.scenario(
      ["smartAlbumUserLibrary", "albumRegular"], cover: ["cover": [150, 150]]
    ).run()
    #expect(outcome.report.emitted == 2)
    #expect(outcome.reasons == ["the picture is damaged"])
  }

  @Test func coversComeInOrderWhateverTheyTake() throws {
    let albums = try world(
      (0..<20).map { ("A\($0)", $0 == 0 ? "hold:go" : "name:whole", [:]) })
    try albums.pictures.release("go")
    let outcome = try albums.scenario(["albumRegular"], cover: ["cover": [150, 150]]).run()
    #expect(try outcome.texts("title") == (0..<20).map { "of A\($0)" })
  }

  @Test func thumbnailsOfMissingOriginalsAreMadeOfDerivatives() throws {
    let albums = try world([
      ("A1", nil, ["A/A1_1_105_c.jpeg": 1024]), ("A2", nil, [:]),
    ])
    var scenario = Scenario(
      [StageCall("source"), StageCall("load", ["size": [150, 150]])], library: albums.library)
    scenario.outputFolder = albums.pictures.out.path
    scenario.decoders = albums.pictures.decoders.pool
    let outcome = try scenario.run()
    #expect(try outcome.names == ["A1/L0/001"])
    #expect(try albums.pictures.images(outcome)[0]["origin"] as? String == "derivative")
    #expect(outcome.report.failureCount == 1)
  }
}
