import Foundation
import Pipeline
import Samples
import TestSupport

/// A library whose albums a test lists, with decoders that do what each picture says.
struct AlbumWorld {
  let library: String
  let pictures: PictureWorld
  /// Keeps a made-up Photos library as long as this.
  private var photos: PhotosWorld?

  /// - Parameter library: a Photos library; nil for the empty folder of ``pictures``.
  init(_ library: String? = nil) throws {
    pictures = try PictureWorld()
    self.library = library ?? pictures.library.path
  }

  init(_ photos: PhotosWorld) throws {
    try self.init(photos.path)
    self.photos = photos
  }

  static let subtypes: ArgumentValue = [
    "smartAlbumPanoramas", "smartAlbumScreenshots", "smartAlbumUserLibrary",
    "smartAlbumRecentlyAdded", "albumRegular",
  ]

  /// What the rule of an album browser asks.
  static let images: ArgumentValue = ["mediaType": "image", "sortedBy": "-creationDate"]

  func scenario(
    _ albums: ArgumentValue = subtypes, _ filters: [ArgumentValue] = [images],
    cover: ArgumentValue? = nil
  ) -> Scenario {
    var stages = [StageCall("source", ["albums": albums])]
    stages += filters.map { StageCall(name: "filter", arguments: [$0], line: 2) }
    if let cover { stages.append(StageCall("load", cover)) }
    var scenario = Scenario(stages, library: library)
    scenario.outputFolder = pictures.out.path
    scenario.decoders = pictures.decoders.pool
    return scenario
  }

  /// Albums as `title or subtype: count, cover`, without the ending of Photos' identifiers.
  static func summary(_ outcome: Scenario.Outcome) throws -> [String] {
    try outcome.records.map { record in
      let name = record["title"] as? String ?? record["subtype"] as? String ?? "?"
      let cover = (record["cover"] as? [String: Any])?["localIdentifier"] as? String ?? "none"
      return "\(name): \(record["count"] as? Int ?? -1), \(cover.replacing("/L0/001", with: ""))"
    }
  }
}
