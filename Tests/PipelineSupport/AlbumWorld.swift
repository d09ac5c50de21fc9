import AssetSupport
package import Engine
import Foundation
import Samples
import TestSupport

/// A library whose albums a test lists, with decoders that do what each picture says.
package struct AlbumWorld {
  package let library: String
  package let pictures: PictureWorld
  /// An owner of the library that is released with the value.
  private let owner: AnyObject?

  /// - Parameters:
  ///   - library: a library; nil for the empty folder of ``pictures``.
  ///   - owner: kept as long as this.
  package init(_ library: String? = nil, keeping owner: AnyObject? = nil) throws {
    pictures = try PictureWorld()
    self.library = library ?? pictures.library.path
    self.owner = owner
  }

  package static let subtypes: ArgumentValue = [
    "smartAlbumPanoramas", "smartAlbumScreenshots", "smartAlbumUserLibrary",
    "smartAlbumRecentlyAdded", "albumRegular",
  ]

  /// The options of an album browser's rule.
  package static let images: ArgumentValue = ["mediaType": "image", "sortedBy": "-creationDate"]

  package func scenario(
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

  /// Albums as `title: count, cover`, smart ones by their subtype, without the ending of Photos'
  /// identifiers.
  package static func summary(_ outcome: Scenario.Outcome) throws -> [String] {
    try outcome.records.map { record in
      let subtype = record["subtype"] as? String ?? "?"
      let name = subtype.hasPrefix("smart") ? subtype : record["title"] as? String ?? subtype
      let cover = (record["cover"] as? [String: Any])?["localIdentifier"] as? String ?? "none"
      return "\(name): \(record["count"] as? Int ?? -1), \(cover.replacing("/L0/001", with: ""))"
    }
  }
}
