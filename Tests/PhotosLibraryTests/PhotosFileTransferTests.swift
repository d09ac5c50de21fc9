import AssetSupport
import Assets
import Foundation
import PhotosSamples
import PipelineSupport
import Samples
import TestSupport
import Testing

/// The files of a Photos library that an asset is copied as.
@Suite struct PhotosFileTransferTests {
  private static let original = "originals/A/AB.jpeg"
  private static let movie = "originals/A/AB_3.mov"
  private static let raw = "originals/A/AB_4.dng"
  private static let render = "resources/renders/A/AB_1_201_a.jpeg"
  private static let renderedMovie = "resources/renders/A/AB_2_100_a.mov"

  private let out: TemporaryDirectory

  init() throws {
    out = try TemporaryDirectory()
  }

  /// A library of one asset, with files whose bytes are their paths.
  private func world(
    _ files: [String], isLive: Bool = false, hasRAW: Bool = false, isEdited: Bool = false
  ) throws -> PhotosWorld {
    var asset = PhotosSampleAsset(
      uuid: "AB", filename: "IMG_1.JPG", created: 1,
      ["ZADJUSTMENTSSTATE": isEdited ? 2 : 0, "ZKINDSUBTYPE": isLive ? 2 : 0])
    if hasRAW { asset.resources.append(PhotosSampleAsset.raw) }
    let photos = try PhotosWorld(PhotosSampleLibrary(.macOS15, [asset]))
    for file in files {
      try photos.add(file)
      try Data(file.utf8).write(to: URL(fileURLWithPath: "\(photos.path)/\(file)"))
    }
    return photos
  }

  /// Returns the path of the original for each name in the folder, and the reason if there are
  /// fewer.
  private func copied(
    _ world: PhotosWorld, _ load: ArgumentValue = ["file": "copy"]
  ) throws -> (files: [String: String], kinds: [String], reasons: [String]) {
    var scenario = Scenario([StageCall("source"), StageCall("load", load)], library: world.path)
    scenario.outputFolder = out.path
    let outcome = try scenario.run()
    let names = try FileManager.default.contentsOfDirectory(atPath: out.path)
    let file = try outcome.records.first?["file"] as? [String: Any]
    let resources = file?["resources"] as? [[String: Any]] ?? []
    return (
      Dictionary(uniqueKeysWithValues: try names.map { ($0, try out.text(of: $0)) }),
      resources.compactMap { $0["type"] as? String }, outcome.reasons
    )
  }

  @Test func aLivePhotoIsBothFilesUnderTheNameThatItHad() throws {
    let found = try copied(world([Self.original, Self.movie], isLive: true))
    #expect(found.files == ["IMG_1.JPG": Self.original, "IMG_1.mov": Self.movie])
    #expect(found.kinds == ["photo", "pairedVideo"])
    #expect(found.reasons == [])
  }

  @Test(arguments: ["copy", "hardLink"])
  func aMovieThatIsNotHereCostsThePicture(_ transfer: String) throws {
    let found = try copied(world([Self.original], isLive: true), ["file": .text(transfer)])
    #expect(found.files == [:])
    #expect(found.reasons.count == 1)
    #expect(found.reasons.first?.contains("the movie of the live photo is not on this") == true)
  }

  @Test func aPairOfRAWAndJPEGIsBothFiles() throws {
    let found = try copied(world([Self.original, Self.raw], hasRAW: true))
    #expect(found.files == ["IMG_1.JPG": Self.original, "IMG_1.dng": Self.raw])
    #expect(found.kinds == ["photo", "alternatePhoto"])
  }

  @Test(arguments: [
    ("current", ["IMG_1.JPG": original]), ("unadjusted", ["IMG_1.JPG": original]),
    ("original", ["IMG_1.dng": raw]),
  ])
  func aVersionOfAPairIsOneOfItsFiles(_ version: String, _ files: [String: String]) throws {
    let world = try world([Self.original, Self.raw], hasRAW: true)
    let found = try copied(world, ["file": "copy", "version": .text(version)])
    #expect(found.files == files)
  }

  @Test(arguments: [
    (nil, ["IMG_1.JPG": original, "IMG_1.mov": movie]),
    ("unadjusted", ["IMG_1.JPG": original, "IMG_1.mov": movie]),
    ("original", ["IMG_1.JPG": original, "IMG_1.mov": movie]),
    ("current", ["IMG_1.jpeg": render, "IMG_1.mov": renderedMovie]),
  ])
  func anEditedLivePhotoIsBothFilesOfItsVersion(
    _ version: String?, _ files: [String: String]
  ) throws {
    let world = try world(
      [Self.original, Self.movie, Self.render, Self.renderedMovie], isLive: true, isEdited: true)
    let load: ArgumentValue =
      version.map { ["file": "copy", "version": .text($0)] } ?? ["file": "copy"]
    #expect(try copied(world, load).files == files)
  }

  @Test func anEditedVersionThatIsNotHereIsAnErrorWithARemedy() throws {
    let world = try world([Self.original], isEdited: true)
    let found = try copied(world, ["file": "copy", "version": "current"])
    #expect(found.files == [:])
    #expect(found.reasons.first?.contains("version = \"unadjusted\"") == true)
    #expect(try copied(world, ["file": "copy"]).files == ["IMG_1.JPG": Self.original])
  }

  @Test func anEditedVersionNeedsNoOriginal() throws {
    let world = try world([Self.render], isEdited: true)
    let found = try copied(world, ["file": "copy", "version": "current"])
    #expect(found.files == ["IMG_1.jpeg": Self.render])
    #expect(found.kinds == ["fullSizePhoto"])
  }

  @Test func aVersionBesideFilesAsksForNoPicture() throws {
    let world = try world([Self.original])
    var scenario = Scenario(
      [StageCall("source"), StageCall("load", ["file": "reference", "version": "current"])],
      library: world.path)
    scenario.outputFolder = out.path
    let record = try #require(try scenario.run().records.first)
    #expect(record["file"] != nil && record["image"] == nil)
  }

  @Test func aLivePhotoConformsToItsTypeByItsRow() throws {
    let world = try world([Self.original, Self.movie], isLive: true)
    let live: ArgumentValue = ["uniformTypeIdentifier": "com.apple.live-photo"]
    #expect(try world.uuids([:], live) == ["AB"])
    #expect(try self.world([Self.original]).uuids([:], live) == [])
  }
}
