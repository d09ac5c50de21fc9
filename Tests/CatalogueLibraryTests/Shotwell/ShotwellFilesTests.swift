import Foundation
import Samples
import ShotwellSamples
import TestSupport
import Testing

@testable import CatalogueLibrary
@testable import Engine

/// The facts that are read from the files that a library names.
@Suite struct ShotwellFilesTests {
  private let folder: TemporaryDirectory

  init() throws {
    folder = try TemporaryDirectory()
  }

  private func asset(
    _ row: [String: ColumnValue], backing: [String: ColumnValue]? = nil
  ) throws -> Asset {
    var database = ShotwellSampleDatabase()
    database.insert(into: "PhotoTable", row)
    if let backing { database.insert(into: "BackingPhotoTable", backing) }
    try folder.write(database.encoded(), to: "data/photo.db")
    return try #require(try ShotwellWorld(existing: folder.path).assets().first)
  }

  private func picture(_ name: String, width: Int = 64) throws -> String {
    try folder.write(
      JPEGPicture(width: width, height: 32) {
        $0.exif = EXIFBlock { $0.make = "Maker" }
      }, to: name)
  }

  @Test func headersAreReadWhereTheOriginalIs() throws {
    let path = try picture("a.jpg")
    let asset = try asset(["filename": .text(path)])
    #expect(asset.string(of: .path) == path)
    #expect(asset.string(of: .cameraMake) == "Maker")
    #expect(asset.integer(.pixelWidth) == 64)
    #expect(!asset.isFlagged(.isMissing) && asset.failure == nil)
    #expect(try asset.digest(.sha256).hexadecimal.count == 64)
  }

  @Test func missingOriginalLeavesTheRow() throws {
    let asset = try asset([
      "filename": .text(folder.path("gone.jpg")), "title": "Gone", "width": 100, "height": 50,
    ])
    #expect(asset.isFlagged(.isMissing) && asset.string(of: .title) == "Gone")
    #expect(asset.integer(.pixelWidth) == 100)
    #expect(!asset.value(of: .path).isPresent && !asset.value(of: .cameraMake).isPresent)
    #expect(!asset.value(of: .fileSize).isPresent && asset.failure == nil)
    #expect(throws: AssetFailure.self) { try asset.openOriginal() }
  }

  /// The JPEG that the camera took with a RAW picture is a part of it, whichever of them is shown.
  @Test func aRAWPictureBringsTheJPEGOfItsCamera() throws {
    let path = try picture("DSC_1.NEF")
    let jpeg = try picture("DSC_1.JPG")
    let asset = try asset(
      ["filename": .text(path), "file_format": 1, "developer": "SHOTWELL", "develop_camera_id": 1],
      backing: ["id": 1, "filepath": .text(jpeg)])
    let companions = asset.companions(of: nil)
    #expect(companions.map(\.kind) == [.alternatePhoto])
    #expect(companions.first?.original?.pathBytes == Array(jpeg.utf8))
    #expect(asset.companions(of: .original).isEmpty)
  }

  /// A database could name anything.
  @Test(arguments: ["link.jpg", "x/../a.jpg", "./a.jpg", "folder", ""])
  func oddPathsAreMissing(name: String) throws {
    let path = try picture("a.jpg")
    try FileManager.default.createSymbolicLink(
      atPath: folder.path("link.jpg"), withDestinationPath: path)
    try folder.makeFolder("folder")
    try folder.makeFolder("x")
    #expect(try asset(["filename": .text("\(folder.path)/\(name)")]).isFlagged(.isMissing))
  }

  @Test func relativePathsAreMissing() throws {
    #expect(try asset(["filename": "a.jpg"]).isFlagged(.isMissing))
  }

  @Test func namesNeedNotBeUTF8() throws {
    let bytes = Array("\(folder.path)/".utf8) + [0xE9, 0x2E, 0x6A, 0x70, 0x67]
    let picture = JPEGPicture(width: 16, height: 16).encoded()
    let descriptor = open((bytes + [0]).map { CChar(bitPattern: $0) }, O_WRONLY | O_CREAT, 0o644)
    #expect(write(descriptor, picture, picture.count) == picture.count)
    close(descriptor)
    let asset = try asset(["filename": .bytesOfText(bytes)])
    #expect(asset.pathBytes == bytes && !asset.isFlagged(.isMissing))
    #expect(asset.filenameBytes == Array(bytes.suffix(5)))
  }

  @Test func versionOfAnotherProgramIsTheCurrentOne() throws {
    let edited = try picture("a_modified.jpg", width: 32)
    let asset = try asset(
      ["filename": .text(try picture("a.jpg")), "width": 64, "height": 32, "editable_id": 7],
      backing: ["id": 7, "filepath": .text(edited), "width": 32, "height": 16])
    #expect(asset.isFlagged(.hasAdjustments) && asset.string(of: .editedPath) == edited)
    #expect(asset.integer(.pixelWidth) == 32)
    #expect(asset.path(of: .current) == edited)
    #expect(asset.path(of: .unadjusted) == "original")
  }

  @Test(arguments: ["SHOTWELL", "CAMERA", "EMBEDDED"])
  func rawPicturesAreShownByTheirJPEG(developer: String) throws {
    let developed = try picture("a_developed.jpg")
    let column = "develop_\(developer.lowercased())_id"
    let asset = try asset(
      [
        "filename": .text(try picture("a.dng")), "file_format": 1, "developer": .text(developer),
        column: 3,
      ], backing: ["id": 3, "filepath": .text(developed)])
    #expect(asset.isFlagged(.isRAW) && !asset.isFlagged(.hasAdjustments))
    #expect(asset.path(of: .current) == developed)
    #expect(asset.path(of: .original) == "original")
  }

  @Test func smallPicturesAreThoseBesideTheDatabase() throws {
    let small = try picture("thumbs/thumbs128/thumb0000000000000001.jpg")
    let large = try picture("thumbs/thumbs360/thumb0000000000000001.jpg")
    try picture("thumbs/thumbs360/thumb0000000000000002.jpg").withCString { _ in }
    let asset = try asset(["filename": "/none/a.jpg", "transformations": "[crop]\n"])
    #expect(asset.texts(.derivativePaths) == [large, small])
    #expect(asset.derivatives(of: .current).count == 2)
    #expect(asset.derivatives(of: .unadjusted).isEmpty)
  }

  @Test func everythingOfTheSamplesCanBeRead() throws {
    for asset in try ShotwellWorld(count: 60).assets() {
      for field in Field.allCases where field.facet != .metadata && field.facet != .digest {
        _ = asset.value(of: field)
      }
      #expect(asset.failure == nil)
      if !asset.isFlagged(.isMissing) { _ = try asset.openOriginal() }
    }
  }
}

extension Asset {
  fileprivate func texts(_ field: Field) -> [String] {
    if case .texts(let texts) = value(of: field) { return texts }
    return []
  }

  fileprivate func path(of version: PictureVersion) -> String {
    switch place(of: version) {
    case .original: "original"
    case .other(let place): String(decoding: place.pathBytes, as: UTF8.self)
    case .missing: "missing"
    }
  }
}
