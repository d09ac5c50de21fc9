import AssetSupport
import Assets
import Foundation
import PhotosSamples
import PipelineSupport
import Samples
import TestSupport
import Testing

/// Pictures of assets that were edited show what Photos shows, unless the rule asks otherwise.
@Suite struct PhotosVersionTests {
  private static let original = "originals/A/AB.jpeg"
  private static let render = "resources/renders/A/AB_1_201_a.jpeg"
  private static let derivative = "resources/derivatives/A/AB_1_105_c.jpeg"
  private static let raw = "originals/A/AB_4.dng"

  /// The fake decoder's commands for a file.
  private static let words = [
    original: "original", render: "render", derivative: "derivative", raw: "raw",
  ]

  /// A library of one asset, with pictures that tell the decoder their names.
  private func world(_ files: String..., isEdited: Bool = true) throws -> AlbumWorld {
    var asset = PhotosSampleAsset(
      uuid: "AB", filename: "a.jpg", created: 1, ["ZADJUSTMENTSSTATE": isEdited ? 2 : 0])
    asset.resources.append(PhotosSampleAsset.raw)
    let photos = try PhotosWorld(PhotosSampleLibrary(.macOS15, [asset]))
    for file in files {
      try photos.add(file)
      let name = Self.words[file] ?? ""
      let width: UInt16 = file == Self.derivative ? 1024 : 2048
      let picture = JPEGPicture(width: Int(width), height: Int(width) * 3 / 4) {
        $0.comment = Array("name:\(name)".utf8)
      }
      try Data(picture.encoded()).write(to: URL(fileURLWithPath: "\(photos.path)/\(file)"))
    }
    return try AlbumWorld(photos)
  }

  /// Returns the content that the picture was made of, and the source that it names.
  private func source(
    _ world: AlbumWorld, _ load: ArgumentValue
  ) throws -> (made: String, origin: String) {
    var scenario = Scenario(
      [StageCall("source"), StageCall("load", load)], library: world.library)
    scenario.outputFolder = world.pictures.out.path
    scenario.decoders = world.pictures.decoders.pool
    let outcome = try scenario.run()
    guard let image = try world.pictures.images(outcome).first else {
      return ("", outcome.reasons.joined())
    }
    let path = (image["path"] as? String ?? "").replacing(world.library + "/", with: "")
    let made = world.pictures.requests.last?.split(separator: " ").last.map(String.init)
    return (made ?? path, image["origin"] as? String ?? "")
  }

  @Test(arguments: [
    ("current", "render"), ("unadjusted", "original"), ("original", "original"),
  ])
  func madePicturesAreOfTheVersion(version: String, expected: String) throws {
    let world = try world(Self.original, Self.render, Self.derivative)
    let load: ArgumentValue = ["size": [150, 150], "version": .text(version)]
    let (made, origin) = try source(world, load)
    #expect(made == expected)
    #expect(origin == "decoded")
  }

  @Test func currentIsUsual() throws {
    let world = try world(Self.original, Self.render)
    #expect(try source(world, ["size": [150, 150]]).made == "render")
    let plain = try self.world(Self.original, Self.render, isEdited: false)
    #expect(try source(plain, ["size": [150, 150]]).made == "original")
  }

  /// A missing edit is shown as small as Photos keeps it; without that, the original is shown.
  @Test func derivativeStandsForAnEditThatIsNotHere() throws {
    let first = try source(
      world(Self.original, Self.derivative), ["size": [1500, 1500], "allowDegraded": true])
    #expect(first.made == "derivative")
    #expect(first.origin == "derivative")
    let second = try source(world(Self.original), ["size": [150, 150]])
    #expect(second.made == "original")
  }

  @Test(arguments: [
    ("current", render, "edited"), ("unadjusted", original, "original"),
    ("original", raw, "original"),
  ])
  func wholePictureIsTheFileOfTheVersion(version: String, path: String, origin: String) throws {
    let world = try world(Self.original, Self.render, Self.raw)
    let found = try source(world, ["size": "maximum", "version": .text(version)])
    #expect(found == (path, origin))
  }

  @Test func editedPictureNeedsNoOriginal() throws {
    let world = try world(Self.render)
    #expect(try source(world, ["size": "maximum"]) == (Self.render, "edited"))
    #expect(try source(world, ["size": "maximum", "version": "unadjusted"]).made == "")
    #expect(try source(world, ["file": "reference"]).made == "")
  }
}
