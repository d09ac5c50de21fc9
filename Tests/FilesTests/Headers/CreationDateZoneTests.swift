import AssetSupport
import Engine
import Foundation
import PipelineSupport
import Samples
import TestSupport
import Testing

/// The zone of a file's date by what is beside it: the name, the sidecar, the other half.
@Suite struct CreationDateZoneTests {
  private let folder: TemporaryDirectory

  init() throws {
    folder = try TemporaryDirectory()
  }

  /// 2020-12-31T23:30:00Z, in New Year's first hour in Berlin.
  private static let created = CivilTime(2020, 12, 31, 23, 30, 0)

  private func movie(
    brand: String = "isom", seconds: Double = 2, _ created: CivilTime? = created,
    make: String? = nil
  ) -> QuickTimeMovie {
    QuickTimeMovie(width: 16, height: 8) {
      $0.brand = brand
      $0.created = created
      $0.duration = seconds
      $0.metadata = make.map { [("com.apple.quicktime.make", $0)] } ?? []
    }
  }

  private func picture(_ date: String? = nil, offset: String? = nil) -> JPEGPicture {
    JPEGPicture(width: 16, height: 8) {
      $0.exif = date.map { date in
        EXIFBlock {
          $0.dateTimeOriginal = date
          $0.offsetTimeOriginal = offset
        }
      }
    }
  }

  private func record(_ name: String) throws -> [String: Any] {
    let records = try Scenario([StageCall("source")], library: folder.path).run().records
    return try #require(records.first { $0["filename"] as? String == name })
  }

  private func date(_ name: String) throws -> String {
    let record = try record(name)
    let parts = ["creationDate", "creationDateOffset", "creationDateSource"]
    return parts.map { record[$0] as? String ?? "none" }.joined(separator: " ")
  }

  @Test(arguments: [
    ("VID_20210101_003000.mp4", "+01:00"), ("VID_20201231_153000.mp4", "-08:00"),
    ("20210101_051500.mp4", "+05:45"), ("Screen Recording 2021-01-01 at 00.30.41.mp4", "+01:00"),
    ("VID_20210101_003300.mp4", "none"), ("VID_20210105_003000.mp4", "none"),
    ("VID-20210101-WA0001.mp4", "none"), ("PXL_20201231_233000000.mp4", "none"),
    ("mmexport1609457400000.mp4", "none"), ("IMG_1234.mp4", "none"),
    ("2021-01-01T00.30.00+0100.mp4", "+01:00"), ("2021-01-01T00.30.00+0200.mp4", "none"),
    ("VID_20201231_233000.mp4", "+00:00"),
  ])
  func theClockInANameTellsTheZoneOfAMoment(_ name: String, _ offset: String) throws {
    try folder.write(movie(), to: name)
    #expect(try date(name) == "2020-12-31T23:30:00.000Z \(offset) quicktime")
  }

  /// Android writes the header when a recording ends.
  @Test func aMovieMayBeNamedByItsStart() throws {
    try folder.write(movie(seconds: 300), to: "VID_20210101_002500.mp4")
    #expect(try date("VID_20210101_002500.mp4") == "2020-12-31T23:30:00.000Z +01:00 quicktime")
  }

  @Test(
    arguments: [
      ("GX010001.mp4", "GoPro", nil), ("GX010001.mp4", "NIKON", nil),
      ("2020_1231_233000_001F.mp4", "", nil), ("DJI_20201231233000_0001_D.mp4", "", nil),
      ("VID_20210101_003000.mp4", "DJI", "+01:00"), ("VID_20201231_233000.mp4", "GoPro", nil),
    ] as [(String, String, String?)])
  func aCamerasClockHasNoZone(_ name: String, _ make: String, _ offset: String?) throws {
    try folder.write(movie(make: make.isEmpty ? nil : make), to: name)
    let record = try record(name)
    #expect(record["creationDateOffset"] as? String == offset)
    let local = try #require(record["localDate"] as? String)
    #expect(local.hasPrefix(offset == nil ? "2020-12-31T23:30:00" : "2021-01-01T00:30:00"))
  }

  @Test func aNameAloneGivesTheMoment() throws {
    let name = "2024-12-25T10.11.12+0900.jpg"
    try folder.write(picture(), to: name)
    #expect(try date(name) == "2024-12-25T01:11:12.000Z none filename")
  }

  @Test func theOtherHalfOfALivePhotoTellsTheZone() throws {
    try folder.write(picture("2021:01:01 00:30:00", offset: "+01:00"), to: "IMG_1.JPG")
    try folder.write(movie(brand: "qt  "), to: "IMG_1.MOV")
    try folder.write(picture("2021:01:01 00:30:01"), to: "IMG_2.JPG")
    try folder.write(movie(brand: "qt  "), to: "IMG_2.MOV")
    #expect(try date("IMG_1.JPG") == "2020-12-31T23:30:00.000Z +01:00 exif")
    #expect(try date("IMG_2.JPG") == "2020-12-31T23:30:01.000Z +01:00 exif")
  }

  private func sidecar(_ date: String, of file: String) throws {
    try folder.write(
      XMPSidecarFile { $0.attributes = ["exif:DateTimeOriginal": date] }, to: "\(file).xmp")
  }

  /// The file says 2020-12-31T17:48:27.000-07:00.
  @Test(arguments: [
    ("2021-01-01T00:48:27Z", "2021-01-01T00:48:27.000Z -07:00"),
    ("2021-01-01T00:50:00Z", "2021-01-01T00:50:00.000Z -07:00"),
    ("2021-01-03T00:48:27Z", "2021-01-03T00:48:27.000Z none"),
    ("2020-12-31T17:48:27", "2021-01-01T00:48:27.000Z -07:00"),
    ("2020:12:31 17:48:27", "2021-01-01T00:48:27.000Z -07:00"),
    ("2020-12-31T17:48:27.250", "2021-01-01T00:48:27.250Z -07:00"),
    ("2020-12-31T17:48", "2021-01-01T00:48:27.000Z -07:00"),
    ("2020-12-31T17:49", "2021-01-01T00:49:00.000Z -07:00"),
    ("2020-12-31T19:48:27-05:00", "2021-01-01T00:48:27.000Z -05:00"),
  ])
  func aSidecarKeepsTheFilesZone(_ text: String, _ expected: String) throws {
    try folder.write(picture("2020:12:31 17:48:27", offset: "-07:00"), to: "a.jpg")
    try sidecar(text, of: "a.jpg")
    #expect(try date("a.jpg") == "\(expected) xmpSidecar")
  }

  @Test func aSidecarInUTCAndTheFilesClockTellTheZone() throws {
    try folder.write(picture("2020:12:31 17:48:27"), to: "a.jpg")
    try sidecar("2021-01-01T00:48:27Z", of: "a.jpg")
    #expect(try date("a.jpg") == "2021-01-01T00:48:27.000Z -07:00 xmpSidecar")
    try folder.write(movie(), to: "VID_20210101_003000.mp4")
    try sidecar("2020-12-31T23:30:00Z", of: "VID_20210101_003000.mp4")
    #expect(
      try date("VID_20210101_003000.mp4") == "2020-12-31T23:30:00.000Z +01:00 xmpSidecar")
  }

  /// A sidecar beside a file with an offset in its name has to be read as the name alone is.
  @Test func aNamesOffsetAddsNothingToASidecar() throws {
    let name = "2024-12-25T10.11.12+0900.jpg"
    try folder.write(picture(), to: name)
    try sidecar("2024-12-25T01:11:12.000Z", of: name)
    #expect(try date(name) == "2024-12-25T01:11:12.000Z none xmpSidecar")
  }

  @Test(arguments: ["1965", "1965-07", "1965-07-01"])
  func aYearOrAMonthInASidecarCountsWithoutAnotherDate(_ text: String) throws {
    try folder.write(picture(), to: "scan.jpg")
    try folder.write(picture("2019:07:01 10:00:00"), to: "dated.jpg")
    for name in ["scan.jpg", "dated.jpg"] {
      try folder.write(
        XMPSidecarFile {
          $0.attributes = ["photoshop:DateCreated": text, "xmp:CreateDate": "2019-07-01T10:00:00"]
        }, to: "\(name).xmp")
    }
    let local = try record("scan.jpg")["localDate"] as? String
    #expect(local?.hasPrefix(text == "1965" ? "1965-01-01T00:00" : "1965-07-01T00:00") == true)
    #expect(try record("dated.jpg")["creationDateSource"] as? String == "exif")
  }

  @Test func aDefaultOfFirmwareDoesNotBeatTheName() throws {
    for text in ["2002:12:08 12:00:00", "2000:01:01 00:00:00", "1980:01:01 00:00:00"] {
      try folder.write(picture(text), to: "IMG_20170531_184323.jpg")
      try folder.write(
        picture(text), to: "plain.jpg", modified: Date(timeIntervalSince1970: 1_600_000_000))
      #expect(try record("IMG_20170531_184323.jpg")["creationDateSource"] as? String == "filename")
      #expect(try date("plain.jpg") == "2020-09-13T12:26:40.000Z none fileSystem", "\(text)")
    }
  }
}
