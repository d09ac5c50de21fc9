import Foundation
import PhotosSamples
import PipelineSupport
import Samples
import TestSupport
import Testing

@testable import Assets
@testable import PhotosLibrary

/// The meaning of a library's columns, and the treatment of meaningless ones.
@Suite struct PhotosAssetTests {
  private func asset(
    _ columns: [String: ColumnValue], _ make: (inout PhotosSampleAsset) -> Void = { _ in }
  ) throws -> (world: PhotosWorld, asset: Asset) {
    var sample = PhotosSampleAsset(
      uuid: "AB", filename: "IMG_1.JPG", created: 559_856_149.063, columns)
    make(&sample)
    let world = try PhotosWorld(PhotosSampleLibrary(.macOS15, [sample]))
    var selection = PhotosSelection()
    selection.includesHidden = true
    return (world, try #require(try world.assets(selection).first))
  }

  private func date(_ asset: Asset, _ field: Field) -> String? {
    if case .date(let date) = asset.value(of: field) { return "\(date)" }
    return nil
  }

  /// Photos keeps titles itself; ratings are in the original alone.
  @Test func ratingsAreThoseOfTheOriginal() throws {
    let packet = XMPSidecarFile {
      $0.title = "embedded"
      $0.attributes = ["xmp:Rating": "4"]
    }.encoded()
    let segment = Array("http://ns.adobe.com/xap/1.0/\0".utf8) + packet
    let (world, asset) = try asset([:]) {
      $0.original =
        JPEGPicture(width: 16, height: 8) { $0.segments = [(0xE1, segment)] }.encoded()
    }
    // The library is there as long as its world.
    try withExtendedLifetime(world) {
      #expect(!asset.value(of: .title).isPresent)
      let rating = asset.value(of: .rating)
      guard case .integer(let stars) = rating else { throw AbsentRating() }
      #expect(stars == 4)
    }
    let (_, missing) = try self.asset([:])
    #expect(!missing.value(of: .rating).isPresent)
    #expect(missing.failure == nil)
  }

  private struct AbsentRating: Error {}

  @Test func datesAreExactToTheMillisecond() throws {
    let (_, asset) = try asset(["ZADDEDDATE": 559_856_150])
    #expect(date(asset, .creationDate) == "2018-09-28T19:35:49.063Z")
    #expect(date(asset, .addedDate) == "2018-09-28T19:35:50.000Z")
    #expect(asset.string(of: .creationDateOffset) == "+02:00")
  }

  @Test(arguments: [
    ("far", ColumnValue.integer(123_456_789_012_345), "+003914190-11-26T23:25:45.000Z"),
    ("beyond", .real(1e300), nil), ("infinite", .real(.infinity), nil), ("text", "soon", nil),
    ("none", .null, nil), ("blob", .blob([1]), nil), ("least", .integer(.min), nil),
    ("long ago", .real(-63_114_076_800.5), "0000-12-29T23:59:59.500Z"),
  ])
  func datesBeyondReasonAreKeptOrAbsent(
    name: String, value: ColumnValue, expected: String?
  ) throws {
    let (_, asset) = try asset(["ZDATECREATED": value])
    #expect(date(asset, .creationDate) == expected)
    #expect(asset.value(of: .creationDateSource).isPresent == (expected != nil))
  }

  @Test func valuesOfWrongTypesAreAbsent() throws {
    let (_, asset) = try asset([
      "ZWIDTH": "wide", "ZHEIGHT": .integer(.max), "ZKIND": "photo", "ZDURATION": .real(.infinity),
      "ZFAVORITE": .blob([1]), "ZLATITUDE": "north", "ZAVALANCHEUUID": 5.5,
      "ZUNIFORMTYPEIDENTIFIER": .blob([0x61]), "ZPLAYBACKSTYLE": 99,
    ]) { $0.details["ZTIMEZONEOFFSET"] = .integer(.min) }
    #expect(asset.string(of: .mediaType) == "unknown")
    for field: Field in [
      .pixelWidth, .pixelHeight, .duration, .location, .uniformTypeIdentifier, .playbackStyle,
      .creationDateOffset,
    ] {
      #expect(!asset.value(of: field).isPresent, "\(field)")
    }
    #expect(asset.record.hasPrefix("{\"v\":1,\"kind\":\"asset\""))
  }

  @Test func textsThatAreNoUnicodeAreRepaired() throws {
    let (_, asset) = try asset([:]) {
      $0.details["ZTITLE"] = .bytesOfText([0x61, 0xFF, 0x62])
      $0.details["ZORIGINALFILENAME"] = .bytesOfText([0x61, 0x00, 0x62])
    }
    #expect(asset.string(of: .title) == "a\u{FFFD}b")
    #expect(asset.string(of: .filename) == "AB.jpeg")
  }

  @Test func subtypesFollowTheColumns() throws {
    let cases: [([String: ColumnValue], MediaSubtypes)] = [
      (["ZKINDSUBTYPE": 1], .photoPanorama), (["ZHDRTYPE": 6], .photoPanorama),
      (["ZHDRTYPE": 3], .photoHDR), (["ZKINDSUBTYPE": 10], .photoScreenshot),
      (["ZISDETECTEDSCREENSHOT": 1], .photoScreenshot), (["ZKINDSUBTYPE": 2], .photoLive),
      (["ZDEPTHTYPE": 1], .photoDepthEffect), (["ZSPATIALTYPE": 1], .spatialMedia),
      (["ZKIND": 1, "ZKINDSUBTYPE": 101], .videoHighFrameRate),
      (["ZKIND": 1, "ZKINDSUBTYPE": 102], .videoTimelapse),
      (["ZKIND": 1, "ZKINDSUBTYPE": 103], .videoScreenRecording),
      (["ZKIND": 1, "ZDEPTHTYPE": 2], .videoCinematic), (["ZKIND": 1, "ZKINDSUBTYPE": 10], []),
    ]
    for (columns, expected) in cases {
      let (_, asset) = try asset(columns)
      guard case .subtypes(expected) = asset.value(of: .mediaSubtypes) else {
        Issue.record("\(columns) is no \(expected.names)")
        continue
      }
    }
  }

  @Test func whatPersonsAndPhotosSayIsThere() throws {
    let (_, asset) = try asset(["ZADJUSTMENTSSTATE": 2]) {
      $0.caption = "a caption"
      $0.keywords = ["b", "a"]
      $0.persons = ["Suzy", "Katie", "Suzy, too"]
      $0.details["ZTITLE"] = "a title"
      $0.details["ZCAMERACAPTUREDEVICE"] = 1
      $0.resources.append(PhotosSampleAsset.raw)
      $0.resources[0]["ZLOCALAVAILABILITY"] = -1
    }
    let record = asset.record
    for member in [
      "\"title\":\"a title\"", "\"description\":\"a caption\"", "\"keywords\":[\"a\",\"b\"]",
      "\"persons\":[\"Katie\",\"Suzy\",\"Suzy, too\"]", "\"isSelfie\":true", "\"isRAW\":true",
      "\"isMissing\":true", "\"hasAdjustments\":true", "\"sourceType\":\"typeUserLibrary\"",
    ] {
      #expect(record.contains(member), "\(member) in \(record)")
    }
  }

  @Test func originalIsFoundAndRead() throws {
    let (world, asset) = try asset([:]) { $0.original = Array("abc".utf8) }
    #expect(asset.string(of: .path) == world.path + "/originals/A/AB.jpeg")
    #expect(asset.string(of: .sha1) == "a9993e364706816aba3e25717850c26c9cd0d89d")
  }

  @Test(arguments: ["..", "../..", "A/../../..", "/etc", ".", "A//", ""])
  func foldersThatLeadOutAreRefused(folder: String) throws {
    let (world, asset) = try asset(["ZDIRECTORY": .text(folder), "ZFILENAME": "passwd"])
    try Data([1]).write(to: URL(fileURLWithPath: world.path + "/passwd"))
    #expect(!asset.value(of: .path).isPresent)
    #expect(throws: AssetFailure.self) { try asset.openOriginal() }
  }

  /// A slash that Swift's texts join with a mark is one for the system.
  @Test(arguments: ["B\u{D4E}/sub", "B\u{D4E}", "sub"])
  func linkedFoldersAreNotFollowed(folder: String) throws {
    let (world, _) = try asset(["ZDIRECTORY": .text(folder), "ZFILENAME": "AB.jpeg"])
    let outside = try TemporaryDirectory()
    _ = try outside.makeFolder("sub")
    for name in ["AB.jpeg", "sub/AB.jpeg"] {
      try Data([1]).write(to: URL(fileURLWithPath: outside.path(name)))
    }
    let originals = world.path + "/originals"
    try FileManager.default.createDirectory(
      atPath: originals, withIntermediateDirectories: true)
    for name in ["B\u{D4E}", "sub"] {
      try FileManager.default.createSymbolicLink(
        atPath: "\(originals)/\(name)", withDestinationPath: outside.path)
    }
    let asset = try #require(try world.assets().first)
    #expect(!asset.value(of: .path).isPresent)
    #expect(throws: AssetFailure.self) { try asset.openOriginal() }
  }

  @Test func linkedOriginalIsNotFollowed() throws {
    let (world, _) = try asset([:]) { $0.original = [1] }
    let original = world.path + "/originals/A/AB.jpeg"
    try FileManager.default.removeItem(atPath: original)
    try FileManager.default.createSymbolicLink(
      atPath: original, withDestinationPath: "/etc/passwd")
    let asset = try #require(try world.assets().first)
    #expect(!asset.value(of: .path).isPresent)
    #expect(throws: AssetFailure.self) { try asset.openOriginal() }
  }

  @Test func filesBesideTheOriginalAreFound() throws {
    let (world, _) = try asset(["ZKINDSUBTYPE": 2, "ZADJUSTMENTSSTATE": 2]) {
      $0.original = [1]
      $0.resources.append(PhotosSampleAsset.raw)
    }
    let expected: [(Field, String)] = [
      (.livePhotoVideoPath, "originals/A/AB_3.mov"), (.rawPath, "originals/A/AB_4.dng"),
      (.editedPath, "resources/renders/A/AB_1_201_a.heic"),
      (.editedVideoPath, "resources/renders/A/AB_2_100_a.mov"),
    ]
    let derivatives = [
      "resources/derivatives/A/AB_1_105_c.jpeg",
      "resources/derivatives/masters/A/AB_4_5005_c.jpeg",
    ]
    try world.add("resources/derivatives/A/ABC_1_105_c.jpeg", "resources/derivatives/A/AB_1.THM")
    for path in expected.map(\.1) + derivatives { try world.add(path) }
    let asset = try #require(try world.assets().first)
    for (field, path) in expected {
      #expect(asset.string(of: field) == world.path + "/" + path, "\(field)")
    }
    guard case .texts(let found) = asset.value(of: .derivativePaths) else {
      Issue.record("no derivatives")
      return
    }
    #expect(found == derivatives.map { world.path + "/" + $0 })
  }
}
