import AssetSupport
import Engine
import Foundation
import PipelineSupport
import Samples
import TestSupport

/// A Google Takeout that a test puts together.
struct TakeoutWorld {
  let folder: TemporaryDirectory

  init() throws {
    folder = try TemporaryDirectory()
  }

  static let taken = 1_561_975_200

  /// A picture and its sidecar.
  func add(
    _ title: String, to place: String, number: Int = 0, seed: UInt64 = 1,
    style: TakeoutFileName.Style = .supplemental, taken: Int = TakeoutWorld.taken,
    exif: EXIFBlock? = nil, _ fill: (inout TakeoutSidecar) -> Void = { _ in }
  ) throws {
    let name = TakeoutFileName(title, number: number)
    try folder.write(
      JPEGPicture(width: 16, height: 8, seed: seed) { $0.exif = exif },
      to: "\(place)/\(name.picture)")
    try folder.write(
      TakeoutSidecar(title: title, taken: taken, fill), to: "\(place)/\(name.sidecar(style))")
  }

  /// A picture alone.
  func add(picture name: String, to place: String, seed: UInt64 = 1) throws {
    try folder.write(JPEGPicture(width: 16, height: 8, seed: seed), to: "\(place)/\(name)")
  }

  func add(album title: String, to place: String, as file: String = "metadata.json") throws {
    try folder.write(TakeoutSidecar.album(title: title), to: "\(place)/\(file)")
  }

  func run(
    _ source: ArgumentValue = [:], _ stages: StageCall..., in place: String? = nil
  ) throws -> Scenario.Outcome {
    try Scenario(
      [StageCall("source", source)] + stages, library: place.map(folder.path) ?? folder.path
    ).run()
  }

  func records(in place: String? = nil) throws -> [String: [String: Any]] {
    Dictionary(
      try run(in: place).records.map { ($0["localIdentifier"] as? String ?? "", $0) },
      uniquingKeysWith: { first, _ in first })
  }
}
