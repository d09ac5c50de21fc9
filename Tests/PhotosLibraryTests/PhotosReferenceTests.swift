import AssetSupport
import Foundation
import PhotosSamples
import PipelineSupport
import Samples
import TestSupport
import Testing

@testable import Assets
@testable import PhotosLibrary

/// Originals that a library only points to are read with permission, and nothing else out there is.
@Suite struct PhotosReferenceTests {
  private let elsewhere: TemporaryDirectory

  init() throws {
    elsewhere = try TemporaryDirectory()
    try elsewhere.write("abc", to: "pictures/a.jpg")
    try elsewhere.write("video", to: "pictures/a.MOV")
  }

  private func world(
    folder: String? = nil, name: String = "a.jpg", savedType: Int64 = 10
  ) throws -> PhotosWorld {
    let columns: [String: ColumnValue] = [
      "ZDIRECTORY": .text(folder ?? elsewhere.path("pictures")), "ZFILENAME": .text(name),
      "ZSAVEDASSETTYPE": .integer(savedType), "ZKINDSUBTYPE": 2,
    ]
    let asset = PhotosSampleAsset(uuid: "A", filename: "a.jpg", created: 1, columns)
    return try PhotosWorld(PhotosSampleLibrary(.macOS15, [asset]))
  }

  private func reason(_ asset: Asset) -> String {
    do throws(AssetFailure) {
      _ = try asset.openOriginal()
      return "opened"
    } catch {
      return error.reason
    }
  }

  @Test func withoutPermissionItIsLeftAloneAndTheRemedyReported() throws {
    let asset = try #require(try world().assets().first)
    #expect(!asset.value(of: .path).isPresent)
    #expect(!asset.value(of: .livePhotoVideoPath).isPresent)
    #expect(reason(asset).contains(elsewhere.path("pictures/a.jpg")))
    #expect(reason(asset).contains("--allow references"))
    guard case .flag(true) = asset.value(of: .isReferenced) else {
      Issue.record("is not told to be referenced")
      return
    }
  }

  @Test func withPermissionItIsRead() throws {
    let world = try world()
    let asset = try #require(try world.assets(allowsReferences: true).first)
    #expect(asset.string(of: .path) == elsewhere.path("pictures/a.jpg"))
    #expect(asset.string(of: .livePhotoVideoPath) == elsewhere.path("pictures/a.MOV"))
    #expect(asset.string(of: .sha1) == "a9993e364706816aba3e25717850c26c9cd0d89d")
    var scenario = Scenario([StageCall("source")], library: world.path)
    scenario.capabilities = [.references]
    #expect(try scenario.run().texts("path") == [elsewhere.path("pictures/a.jpg")])
  }

  @Test func aMissingReferencedFileIsReported() throws {
    let world = try world(name: "b.jpg")
    let asset = try #require(try world.assets(allowsReferences: true).first)
    #expect(reason(asset).contains("is not at"))
  }

  /// Permission is for what Photos refers to; a path that leads about is no reference of Photos'.
  @Test(arguments: ["/../etc", "/./etc", "//etc", "etc", "/etc/"])
  func oddPathsAreRefused(folder: String) throws {
    let world = try world(folder: folder, name: "passwd")
    let asset = try #require(try world.assets(allowsReferences: true).first)
    #expect(!asset.value(of: .path).isPresent)
  }

  @Test(arguments: ["../pictures/a.jpg", "..", ".", ""])
  func oddNamesAreRefused(name: String) throws {
    let world = try world(name: name)
    let asset = try #require(try world.assets(allowsReferences: true).first)
    #expect(!asset.value(of: .path).isPresent)
  }

  @Test func linksAreNotFollowed() throws {
    try FileManager.default.createSymbolicLink(
      atPath: elsewhere.path("pictures/link.jpg"), withDestinationPath: "/etc/passwd")
    let world = try world(name: "link.jpg")
    let asset = try #require(try world.assets(allowsReferences: true).first)
    #expect(!asset.value(of: .path).isPresent)
  }

  @Test(arguments: [3, 4, 6, 12])
  func absolutePathOfAnythingElseIsRefused(savedType: Int64) throws {
    let world = try world(savedType: savedType)
    let asset = try #require(try world.assets(allowsReferences: true).first)
    #expect(!asset.value(of: .path).isPresent)
  }
}
