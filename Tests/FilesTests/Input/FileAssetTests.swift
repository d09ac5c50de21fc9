import AssetSupport
import Engine
import Foundation
import PipelineSupport
import Samples
import TestSupport
import Testing

@Suite struct FileAssetTests {
  private let folder: TemporaryDirectory

  init() throws {
    folder = try TemporaryDirectory()
  }

  private func run(
    _ source: ArgumentValue = [:], _ further: StageCall...
  ) throws -> Scenario.Outcome {
    try Scenario([StageCall("source", source)] + further, library: folder.path).run()
  }

  private func record(_ name: String) throws -> [String: Any] {
    let records = try run().records
    return try #require(records.first { $0["filename"] as? String == name })
  }

  /// Damage is no failure.
  @Test func anEmptyPictureIsAnAsset() throws {
    try folder.write([], to: "a.jpg")
    try folder.write([], to: "b.txt")
    try folder.write(JPEGPicture(width: 16, height: 8), to: "c.jpg")
    let outcome = try run()
    #expect(try outcome.names == ["a.jpg", "c.jpg"])
    #expect(outcome.reasons == [])
  }

  @Test func aFileThatDoesNotExistFails() throws {
    let outcome = try Scenario(
      [StageCall("source", ["stdin": true])], input: "/nonexistent/a.png\n"
    ).run()
    #expect(outcome.bytes.isEmpty)
    #expect(outcome.reasons == ["no such file or folder"])
  }

  @Test func anUnknownTypeIsNoFailure() throws {
    try folder.write("just text", to: "notes.png")
    let record = try record("notes.png")
    #expect(record["mediaType"] as? String == "unknown")
    #expect(record["fileSize"] as? Int == 9)
    #expect(record["pixelWidth"] == nil)
    #expect(record["playbackStyle"] == nil)
  }

  @Test func saysWhatTheHeaderSays() throws {
    try folder.write(
      JPEGPicture(width: 64, height: 32) {
        $0.exif = EXIFBlock {
          $0.make = "Maker"
          $0.model = "Model"
          $0.orientation = 6
          $0.dateTimeOriginal = "2020:02:03 04:05:06"
          $0.subSecTimeOriginal = "120"
          $0.offsetTimeOriginal = "+02:00"
          $0.position = Position(latitude: 54.25, longitude: -7.5, altitude: 4)
        }
      }, to: "a.bin")
    let record = try record("a.bin")
    #expect(record["uniformTypeIdentifier"] as? String == "public.jpeg")
    #expect(record["mediaType"] as? String == "image")
    #expect(record["playbackStyle"] as? String == "image")
    #expect(record["pixelWidth"] as? Int == 32)
    #expect(record["pixelHeight"] as? Int == 64)
    #expect(record["orientation"] as? Int == 6)
    #expect(record["creationDate"] as? String == "2020-02-03T02:05:06.120Z")
    #expect(record["creationDateSource"] as? String == "exif")
    #expect(record["creationDateOffset"] as? String == "+02:00")
    #expect(record["cameraMake"] as? String == "Maker")
    let location = record["location"] as? [String: Any]
    #expect(location?["latitude"] as? Double == 54.25)
    #expect(location?["longitude"] as? Double == -7.5)
  }

  @Test func aRecordSaysWhereItIsAsItsFieldsDo() throws {
    let folders = ["", "A", "Grüße/x \"y\"", "back\\slash", "b/c/d"]
    let names = ["a", "ab\"c", "Käse", "abcdefgh.png", "a\u{1}", "0123456789abcdef\\.png"]
    for (index, inner) in folders.enumerated() {
      for name in names {
        try folder.write(
          PNGPicture(width: index + 1, height: 1), to: inner.isEmpty ? name : "\(inner)/\(name)")
      }
    }
    let records = try run().records
    #expect(records.count == folders.count * names.count)
    for record in records {
      let name = try #require(record["filename"] as? String)
      let width = try #require(record["pixelWidth"] as? Int)
      let inner = folders[width - 1]
      let path = inner.isEmpty ? name : "\(inner)/\(name)"
      #expect(record["localIdentifier"] as? String == path)
      #expect(record["library"] as? String == folder.path)
      #expect(record["path"] as? String == folder.path(path))
      #expect(
        record["folderPath"] as? [String]
          == (inner.isEmpty ? nil : inner.split(separator: "/").map(String.init)))
    }
  }

  @Test func recordsHaveAnimationsAndFolders() throws {
    try folder.write(GIFPicture(width: 8, height: 8) { $0.frameCount = 3 }, to: "x/y/a.gif")
    let record = try record("a.gif")
    #expect(record["isAnimated"] as? Bool == true)
    #expect(record["playbackStyle"] as? String == "imageAnimated")
    #expect(record["folderPath"] as? [String] == ["x", "y"])
  }

  @Test func aPictureIsRAWByItsFormatNotByTheFileBesideIt() throws {
    for name in ["IMG_1.JPG", "img_1x.jpg", "IMG_2.jpg", "a/IMG_2.CR2", "b/IMG_3.JPG"] {
      try folder.write(JPEGPicture(width: 16, height: 8), to: name)
    }
    for name in ["Img_1.RAF", "b/IMG_3.raf", "IMG_4.RAF"] {
      try folder.write(CameraFile(.raf, width: 60, height: 40), to: name)
    }
    try folder.write(QuickTimeMovie(width: 64, height: 32), to: "IMG_4.mov")
    // Records of files with sidecars are written field by field.
    try folder.write(XMPSidecarFile { $0.title = "title" }, to: "b/IMG_3.JPG.xmp")
    try folder.write("no picture", to: "x.jpg")
    let records = try run().records
    let raws = try records.reduce(into: [String: Bool]()) {
      $0[try #require($1["localIdentifier"] as? String)] = $1["isRAW"] as? Bool
    }
    let expected = [
      "IMG_1.JPG": false, "Img_1.RAF": true, "img_1x.jpg": false, "IMG_2.jpg": false,
      "a/IMG_2.CR2": false, "b/IMG_3.JPG": false, "b/IMG_3.raf": true, "IMG_4.RAF": true,
      "IMG_4.mov": false,
    ]
    #expect(raws == expected)
    for flag in [true, false] {
      let found = try run([:], StageCall("filter", ["isRAW": .flag(flag)])).records
      let names = found.compactMap { $0["localIdentifier"] as? String }
      #expect(Set(names) == Set(expected.filter { $0.value == flag }.keys))
    }
    let album = try run(["album": "smartAlbumRAW"]).records
    #expect(album.count == expected.count { $0.value })
  }

  private func livePhoto(
    _ picture: String?, _ movie: String?, duration: Double = 2, named name: String = "IMG_1",
    movieNamed other: String = "IMG_1"
  ) throws {
    try folder.write(
      HEIFPicture(width: 64, height: 32) {
        $0.exif = EXIFBlock {
          $0.make = "Apple"
          $0.makerNote = picture.map { .apple(contentIdentifier: $0, burstIdentifier: nil) }
        }
      }, to: "\(name).HEIC")
    try folder.write(
      QuickTimeMovie(width: 64, height: 32) {
        $0.duration = duration
        if let movie {
          $0.setApple(contentIdentifier: movie, creationDate: "2024-01-01T12:00:00+0000")
        }
      }, to: "\(other).mov")
  }

  @Test func twoFilesOfOneIdentifierAreOneLivePhoto() throws {
    try livePhoto("0B6A2F5C-1111-4A4A-9F9F-000000000001", "0B6A2F5C-1111-4A4A-9F9F-000000000001")
    let outcome = try run()
    #expect(try outcome.names == ["IMG_1.HEIC"])
    let record = try outcome.records[0]
    #expect(record["mediaSubtypes"] as? [String] == ["photoLive"])
    #expect(record["playbackStyle"] as? String == "livePhoto")
    #expect(record["livePhotoVideoPath"] as? String == folder.path("IMG_1.mov"))
    #expect(record["livePhotoIdentifier"] as? String == "0B6A2F5C-1111-4A4A-9F9F-000000000001")
  }

  @Test func twoFilesOfOneIdentifierAreOneLivePhotoIfTheirNamesAreAlike() throws {
    try livePhoto("PAIR-1", "PAIR-1", named: "IMG_1", movieNamed: "IMG_1 (1)")
    try livePhoto("PAIR-2", "PAIR-2", named: "IMG_2", movieNamed: "IMG_2_HEVC")
    try livePhoto("PAIR-3", "PAIR-3", named: "IMG_3-edit", movieNamed: "IMG_3")
    try livePhoto("PAIR-4", "PAIR-4", named: "IMG_4", movieNamed: "clip")
    try livePhoto("PAIR-5", "PAIR-6", named: "IMG_5", movieNamed: "IMG_5 (1)")
    try livePhoto(nil, nil, named: "IMG_6", movieNamed: "IMG_6 (1)")
    let outcome = try run()
    let pictures = ["IMG_1.HEIC", "IMG_2.HEIC", "IMG_3-edit.HEIC", "IMG_4.HEIC"]
    let rest = ["IMG_5 (1).mov", "IMG_5.HEIC", "IMG_6 (1).mov", "IMG_6.HEIC", "clip.mov"]
    #expect(try outcome.names == pictures + rest)
    let movies = try outcome.records.compactMap { $0["livePhotoVideoPath"] as? String }
    #expect(movies == ["IMG_1 (1).mov", "IMG_2_HEVC.mov", "IMG_3.mov"].map(folder.path))
    // A test of names alone has to know, too.
    let test = StageCall("filter", ["filename": .calling("like", "*.mov")])
    #expect(try run([:], test).names == ["IMG_5 (1).mov", "IMG_6 (1).mov", "clip.mov"])
  }

  @Test(
    arguments: [
      ("0B6A2F5C-1111-4A4A-9F9F-000000000001", "0B6A2F5C-2222-4A4A-9F9F-000000000002"),
      ("0B6A2F5C-1111-4A4A-9F9F-000000000001", nil), (nil, "0B6A2F5C-2222-4A4A-9F9F-000000000002"),
    ] as [(String?, String?)])
  func twoFilesThatDisagreeAreTwoAssets(_ picture: String?, _ movie: String?) throws {
    try livePhoto(picture, movie)
    let outcome = try run()
    #expect(try outcome.names == ["IMG_1.HEIC", "IMG_1.mov"])
    #expect(try outcome.records[0]["livePhotoVideoPath"] == nil)
  }

  @Test func withoutIdentifiersAShortMovieBelongsToItsPicture() throws {
    try livePhoto(nil, nil, duration: 3)
    #expect(try run().names == ["IMG_1.HEIC"])
    try livePhoto(nil, nil, duration: 30)
    #expect(try run().names == ["IMG_1.HEIC", "IMG_1.mov"])
  }

  @Test func oneFrameStandsForItsBurst() throws {
    for name in [
      "00000IMG_00000_BURST20240101120000123.jpg",
      "00001IMG_00001_BURST20240101120000123_COVER.jpg",
      "00002IMG_00002_BURST20240101120000123.jpg", "20240101_120003_001.jpg",
      "20240101_120003_002.jpg", "other.jpg",
    ] {
      try folder.write(JPEGPicture(width: 16, height: 16), to: name)
    }
    #expect(
      try run().names == [
        "00001IMG_00001_BURST20240101120000123_COVER.jpg", "20240101_120003_001.jpg", "other.jpg",
      ])
    let all = try run(["includeAllBurstAssets": true])
    #expect(try all.names.count == 6)
    #expect(
      try all.records.map { $0["representsBurst"] as? Bool }
        == [false, true, false, true, false, nil])
    let identifiers = try all.texts("burstIdentifier")
    #expect(Set(identifiers[..<3]).count == 1 && identifiers[0] != identifiers[3])
  }

  /// Writes pictures of these names, a camera's date for each, or none.
  private func write(_ frames: [(name: String, date: String?)], modified: Date = Date()) throws {
    for (name, date) in frames {
      try folder.write(
        JPEGPicture(width: 16, height: 16) { picture in
          picture.exif = date.map { date in EXIFBlock { $0.dateTimeOriginal = date } }
        }, to: name, modified: modified)
    }
  }

  @Test(arguments: [
    "19850701_000000_00", "20150701_000000_00", "20150701_120000_00", "20050701_101605_00",
  ])
  func numberedScansAreNoBurst(_ name: String) throws {
    try write((1...3).map { ("\(name)\($0).jpg", nil) })
    let outcome = try run()
    #expect(try outcome.names == (1...3).map { "\(name)\($0).jpg" })
    #expect(try outcome.records.allSatisfy { $0["burstIdentifier"] == nil })
    #expect(try outcome.records.allSatisfy { $0["representsBurst"] == nil })
  }

  /// A program wrote the date that it made up into EXIF, too.
  @Test(arguments: [
    ("19850701_000000_00", "1985:07:01 00:00:00"), ("20050714_120000_00", "2005:07:14 12:00:00"),
    ("20150714_120000_00", "2015:07:14 12:00:00"),
  ])
  func equalDatesAtAWholeHourAreNoEvidence(_ name: String, _ date: String) throws {
    try write((1...3).map { ("\(name)\($0).jpg", date) })
    #expect(try run().names.count == 3)
  }

  @Test func aTimeLapseIsNoBurst() throws {
    try write((0..<6).map { ("20231207_111605_00\($0 + 1).jpg", "2023:12:07 11:\(16 + $0):05") })
    try write(
      (0..<6).map { ("20231207_121605_00\($0 + 1).jpg", "2023:12:07 12:16:\(10 + 9 * $0)") })
    #expect(try run().names.count { $0.hasPrefix("20231207_12") } == 6)
    #expect(try run().names.count { $0.hasPrefix("20231207_11") } == 6)
  }

  @Test func aPairOfFormatsIsTwoAssets() throws {
    let date = "2023:12:07 10:16:05"
    try write([("20231207_101605_001.jpg", date), ("20231207_101605_001.dng", date)])
    #expect(try run().names.count == 2)
    try write([("20231207_101605_002.jpg", date), ("20231207_101605_002.dng", date)])
    try write([("X_BURST001.jpg", nil), ("X_BURST001.dng", nil), ("X_BURST002.jpg", nil)])
    #expect(
      try run().names == [
        "20231207_101605_001.dng", "20231207_101605_001.jpg", "X_BURST001.dng", "X_BURST001.jpg",
      ])
  }

  @Test func datesDecideAboutNumberedFrames() throws {
    try write([
      ("20231207_101605_001.jpg", "2023:12:07 10:16:05"),
      ("20231207_101605_002.jpg", "2023:12:07 10:16:07"),
      ("20231207_101605_003.jpg", "2022:01:01 10:00:00"),
      ("20231207_101605_004.jpg", nil), ("20231207_101605_005.AAE", nil),
      ("20231208_000000_001.jpg", "2023:12:08 00:00:00"),
      ("20231208_000000_002.jpg", "2023:12:08 00:00:01"),
    ])
    let outcome = try run()
    #expect(
      try outcome.names == [
        "20231207_101605_001.jpg", "20231207_101605_003.jpg", "20231207_101605_004.jpg",
        "20231208_000000_001.jpg",
      ])
    #expect(
      try outcome.records.map { $0["representsBurst"] as? Bool } == [true, nil, nil, true])
  }

  @Test func timesOfFilesDecideWithoutOtherDates() throws {
    let moment = Date(timeIntervalSince1970: 1_700_000_000)
    try write(
      [("20231207_101605_001.jpg", nil), ("20231207_101605_010.jpg", nil)], modified: moment)
    try write([("20231207_101605_011.jpg", nil)], modified: moment + 60)
    #expect(try run().names == ["20231207_101605_001.jpg", "20231207_101605_011.jpg"])
  }

  /// A sidecar with the name of a frame represents nothing.
  @Test func aFileThatIsNoPictureRepresentsNoBurst() throws {
    try write([("X_20240101_120000_BURST001.jpg", nil), ("X_20240101_120000_BURST002.jpg", nil)])
    try folder.write("{}", to: "X_20240101_120000_BURST002_COVER.jpg.json")
    #expect(try run().names == ["X_20240101_120000_BURST001.jpg"])
  }

  @Test func aMovieOfAnotherDayIsNoHalf() throws {
    for (date, names) in [
      ("2021:08:24 20:38:57", ["a.jpg"]), ("2019:08:24 20:38:57", ["a.jpg", "a.mov"]),
    ] {
      try write([("a.jpg", date)])
      try folder.write(
        QuickTimeMovie(width: 16, height: 16) {
          $0.duration = 2
          $0.metadata = [("com.apple.quicktime.creationdate", "2021-08-24T20:38:57+0200")]
        }, to: "a.mov")
      #expect(try run().names == names)
    }
  }

  @Test func whatACameraMadeOfAMovieIsNoAsset() throws {
    for name in [
      "DJI_2.MP4", "DJI_2.LRF", "DJI_2.THM", "GX010001.MP4", "GL010001.LRV", "GX010001.thm",
      "alone.LRV", "MOV001.MOD", "MOV001.THM", "GS010002.360", "GS010002.LRV",
      "VID_20231207_112233_00_001.mp4", "LRV_20231207_112233_01_001.lrv",
      "LRV_20231207_112234_01_001.lrv",
    ] {
      try folder.write(JPEGPicture(width: 16, height: 16), to: name)
    }
    #expect(
      try run().names == [
        "DJI_2.MP4", "GS010002.360", "GX010001.MP4", "LRV_20231207_112234_01_001.lrv",
        "MOV001.MOD", "VID_20231207_112233_00_001.mp4", "alone.LRV",
      ])
    #expect(try run(["everything": true]).names.count == 14)
  }

  private func creation(_ name: String) throws -> [String] {
    let record = try record(name)
    return [
      record["creationDate"] as? String ?? "", record["creationDateSource"] as? String ?? "",
    ]
  }

  @Test func theHeaderTellsTheCreationDateBeforeTheNameAndTheNameBeforeTheFile() throws {
    let exif = EXIFBlock {
      $0.dateTimeOriginal = "2020:02:03 04:05:06"
      $0.offsetTimeOriginal = "+00:00"
    }
    let written = Date(timeIntervalSince1970: 1_600_000_000)
    try folder.write(
      JPEGPicture(width: 8, height: 8) { $0.exif = exif }, to: "PXL_20210101_120000000.jpg",
      modified: written)
    try folder.write(
      JPEGPicture(width: 8, height: 8), to: "PXL_20210102_120000000.jpg", modified: written)
    try folder.write(JPEGPicture(width: 8, height: 8), to: "plain.jpg", modified: written)
    #expect(try creation("PXL_20210101_120000000.jpg") == ["2020-02-03T04:05:06.000Z", "exif"])
    #expect(try creation("PXL_20210102_120000000.jpg") == ["2021-01-02T12:00:00.000Z", "filename"])
    #expect(try creation("plain.jpg") == ["2020-09-13T12:26:40.000Z", "fileSystem"])
  }

  @Test func aNameWithADayAloneTakesTheTimeFromTheFileIfItIsThatDay() throws {
    var noon = tm()
    noon.tm_year = 121
    noon.tm_mday = 5
    noon.tm_hour = 12
    noon.tm_isdst = -1
    let written = Date(timeIntervalSince1970: Double(mktime(&noon)))
    try folder.write(
      JPEGPicture(width: 8, height: 8), to: "IMG-20210105-WA0001.jpg", modified: written)
    try folder.write(
      JPEGPicture(width: 8, height: 8), to: "IMG-20210107-WA0001.jpg", modified: written)
    try folder.write(JPEGPicture(width: 8, height: 8), to: "plain.jpg", modified: written)
    let date = try creation("IMG-20210105-WA0001.jpg")
    #expect(date[1] == "filename")
    #expect(try creation("IMG-20210107-WA0001.jpg")[1] == "filename")
    #expect(try creation("plain.jpg") == [date[0], "fileSystem"])
  }
}
