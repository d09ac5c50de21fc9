import Samples
import Testing

@testable import Media

/// The dates in the headers of movies: moments without a place, but for some cameras.
@Suite struct MovieDateTests {
  private static let moment: Int64 = 1_443_389_368_000  // 2015-09-27T21:29:28Z
  private static let created: UInt32 = 3_526_234_168

  private func big(_ numbers: UInt32...) -> [UInt8] { numbers.flatMap { ByteBuilder.big($0) } }

  private func movieHeader(_ created: UInt32) -> [UInt8] {
    ISOFixture.box("mvhd", big(0, created, 0, 1000, 2500), [UInt8](repeating: 0, count: 80))
  }

  private func track(_ created: UInt32 = 0, handler name: String = "") -> [UInt8] {
    ISOFixture.box(
      "trak",
      ISOFixture.box(
        "mdia", ISOFixture.box("mdhd", big(0, created, 0, 600, 1500, 0)),
        ISOFixture.box(
          "hdlr", big(0, 0), Array("vide".utf8), [UInt8](repeating: 0, count: 12),
          Array(name.utf8) + [0])))
  }

  private func date(
    _ created: UInt32 = created, brands: [UInt8] = ISOFixture.fileType("isom"), _ more: [UInt8]...
  ) throws -> CaptureDate? {
    let content = movieHeader(created) + more.flatMap(\.self)
    return try ScratchFile.facts(brands + ISOFixture.box("moov", content)).captureDate
  }

  @Test(
    arguments: [
      (3_526_234_168, 1_443_389_368_000),  // since 1904
      (1_443_389_368, 1_443_389_368_000),  // since 1970: 1949 by the other count
      (1_338_281_706, 1_338_281_706_000), (2_082_844_799, 2_082_844_799_000),
      (2_082_844_801, 1000), (4_294_967_295, 2_212_122_495_000),  // 2040
      (100_000_000, -1_982_844_800_000),  // 1907, which no epoch makes a movie of today
    ] as [(UInt32, Int64)])
  func theCountBeginsIn1904OrIn1970(_ created: UInt32, _ milliseconds: Int64) throws {
    #expect(try date(created) == CaptureDate(moment: milliseconds, source: .quicktime))
  }

  @Test func unixTimeZeroAndAHeaderWithoutATimeAreNoDates() throws {
    #expect(try date(0) == nil)
    #expect(try date(2_082_844_800) == nil)
  }

  @Test func aTrackTellsTheDateThatTheHeaderLacks() throws {
    #expect(
      try date(0, track(Self.created)) == CaptureDate(moment: Self.moment, source: .quicktime))
    #expect(try date(Self.created, track(1))?.wallClockMilliseconds == Self.moment)
  }

  @Test(arguments: ["\tGoPro AVC", "GoPro H.265", "\u{7}DJI.AVC", "DJI.HEVC"])
  func someHandlersAreThoseOfCamerasWithoutUTC(_ name: String) throws {
    let expected = CaptureDate(
      wallClockMilliseconds: Self.moment, offsetMinutes: nil, source: .quicktime)
    #expect(try date(Self.created, track(handler: name)) == expected)
  }

  @Test func brandsAndBoxesAreMarksOfCameras() throws {
    for brand in ["niko", "CAEP", "caqv"] {
      let read = try date(brands: ISOFixture.fileType("qt  ", brand))
      #expect(read?.isMoment == false, "\(brand)")
      #expect(read?.wallClockMilliseconds == Self.moment)
    }
    for type in ["GPMF", "NCDT", "CNTH"] {
      let data = ISOFixture.box("udta", ISOFixture.box(type, [0, 0, 0, 0, 0, 0]))
      #expect(try date(Self.created, data)?.isMoment == false, "\(type)")
    }
    #expect(try date(Self.created, ISOFixture.box("gps ", [0, 0, 0, 0]))?.isMoment == false)
    for name in ["VideoHandle", "Core Media Video", "ISO Media file produced by Google Inc."] {
      #expect(try date(Self.created, track(handler: name))?.isMoment == true, "\(name)")
    }
  }

  @Test(arguments: [
    ("Apple", true), ("samsung", true), ("Google", true), ("Panasonic", true),
    ("NIKON CORPORATION", false), ("Canon", false), ("FUJIFILM", false), ("GoPro", false),
  ])
  func theMakerTellsTheClock(_ make: String, _ isMoment: Bool) throws {
    let header = ISOFixture.movieHeader(created: Self.created, metadata: [("make", make)])
    let facts = try ScratchFile.facts(ISOFixture.fileType("qt  ") + header)
    #expect(facts.captureDate?.isMoment == isMoment)
    let dated = ISOFixture.movieHeader(
      created: Self.created,
      metadata: [("make", make), ("creationdate", "2015-09-27T23:29:28+0200")])
    let zoned = try ScratchFile.facts(ISOFixture.fileType("qt  ") + dated).captureDate
    #expect(zoned?.offsetMinutes == 120)
  }

  /// A clock in a text of the movie and the moment in its header give the zone.
  @Test func aTextWithoutZoneAndTheHeaderTellTheZone() throws {
    let day = Array("2015-09-27T14:29:28".utf8)
    let text = ISOFixture.box(
      code: [0xA9, 0x64, 0x61, 0x79], ByteBuilder.big(UInt16(day.count)) + [0, 0] + day)
    #expect(try date(Self.created, ISOFixture.box("udta", text))?.offsetMinutes == -420)
  }

  @Test func otherFormatsThatKeepUTCNameNoZone() throws {
    let seconds = Int(Self.moment / 1000)
    let matroska = MatroskaMovie(width: 4, height: 3) { $0.created = seconds }
    let windows = WindowsMediaMovie(width: 4, height: 3) { $0.created = seconds }
    for file in [matroska, windows] as [any SampleFile] {
      let facts = try ScratchFile.facts(file.encoded())
      #expect(facts.captureDate == CaptureDate(moment: Self.moment, source: .movie))
    }
    let time = RasterFixture.chunk(
      "tIME", ByteBuilder.big(UInt16(2015)) + [9, 27, 21, 29, 28])
    #expect(
      try ScratchFile.facts(RasterFixture.png([time])).captureDate
        == CaptureDate(moment: Self.moment, source: .pngText))
    let file = RasterFixture.text("date:create", "2015-09-27T21:29:28+00:00")
    #expect(
      try ScratchFile.facts(RasterFixture.png([file])).captureDate
        == CaptureDate(moment: Self.moment, source: .pngText))
  }

  /// The time of a change is not that of the picture, so it tells no zone.
  @Test func aTimeOfChangeTellsNoZone() throws {
    let time = RasterFixture.chunk("tIME", ByteBuilder.big(UInt16(2015)) + [9, 28, 0, 29, 28])
    let exif = TIFFFixture().bytes([
      (0x8769, .directory([(0x9003, .text("2015:09:27 21:29:28"))]))
    ])
    let facts = try ScratchFile.facts(
      RasterFixture.png([RasterFixture.chunk("eXIf", exif), time]))
    #expect(facts.captureDate?.offsetMinutes == nil)
    #expect(facts.captureDate?.wallClockMilliseconds == Self.moment)
  }
}
