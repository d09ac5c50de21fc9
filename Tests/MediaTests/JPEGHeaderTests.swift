import Media
import Testing

@Suite struct JPEGHeaderTests {
  private static let camera: TIFFFixture.Entries = [
    (0x010F, .text("Apple")), (0x0110, .text("iPhone 13")), (0x0112, .short(6)),
    (0x0131, .text("15.2.1")), (0x0132, .text("2020:01:01 00:00:00")),
    (
      0x8769,
      .directory([
        (0x9003, .text("2015:09:27 21:29:28")), (0x9004, .text("2016:01:01 00:00:00")),
        (0x9011, .text("-05:00")), (0x9291, .text("054")), (0xA434, .text("back camera")),
      ])
    ),
    (
      0x8825,
      .directory([
        (1, .text("S")), (2, .rationals([(33, 1), (30, 1), (36, 1)])), (3, .text("E")),
        (4, .rationals([(151, 1), (0, 1), (0, 1)])), (5, .bytes([1])),
        (6, .rationals([(25, 2)])),
      ])
    ),
  ]

  @Test(arguments: [true, false]) func readsExifOfBothByteOrders(isLittleEndian: Bool) throws {
    let exif = TIFFFixture(isLittleEndian: isLittleEndian).bytes(Self.camera)
    let facts = try ScratchFile.facts(RasterFixture.jpeg(exif: exif))
    #expect(facts.format == .jpeg)
    #expect(facts.problem == nil)
    #expect(facts.orientation == 6)
    #expect((facts.pixelWidth, facts.pixelHeight) == (30, 40))
    #expect(facts.make == "Apple")
    #expect(facts.model == "iPhone 13")
    #expect(facts.lens == "back camera")
    #expect(facts.software == "15.2.1")
    #expect(facts.captureDate?.wallClockMilliseconds == 1_443_389_368_054)
    #expect(facts.captureDate?.offsetMinutes == -300)
    #expect(facts.captureDate?.source == .exif)
    #expect(facts.location == MediaLocation(latitude: -33.51, longitude: 151, altitude: -12.5))
    #expect(facts.exifBlock == ByteRange(offset: 12, count: Int64(exif.count)))
    #expect(facts.colorModel == .rgb)
  }

  @Test(arguments: [
    "0000:00:00 00:00:00", "    :  :     :  :  ", "2021:13:01 00:00:00", "2021:02:31 00:00:00",
    "2021:01:01 24:00:01", "0000:01:01 00:00:00", "2021:01", "",
  ])
  func datesThatMeanNothingAreAbsent(text: String) throws {
    let exif = TIFFFixture().bytes([(0x8769, .directory([(0x9003, .text(text))]))])
    let facts = try ScratchFile.facts(RasterFixture.jpeg(exif: exif))
    #expect(facts.captureDate == nil)
    #expect(facts.problem == nil)
  }

  @Test(arguments: [
    ("0001:01:01 00:00:01", -62_135_596_799_000), ("9999:12:31 23:59:59", 253_402_300_799_000),
    ("2000:02:29 12:00:00", 951_825_600_000), ("1969:12:31 23:59:59", -1000),
  ])
  func datesOfAllYearsAreRead(text: String, milliseconds: Int64) throws {
    let exif = TIFFFixture().bytes([(0x0132, .text(text))])
    let facts = try ScratchFile.facts(RasterFixture.jpeg(exif: exif))
    #expect(facts.captureDate?.wallClockMilliseconds == milliseconds)
  }

  @Test func anImpossibleOriginalDateFallsBackToTheDigitizedOne() throws {
    let exif = TIFFFixture().bytes([
      (0x0132, .text("2020:01:01 00:00:00")),
      (
        0x8769,
        .directory([
          (0x9003, .text("0000:00:00 00:00:00")), (0x9004, .text("1970:01:01 00:00:01")),
        ])
      ),
    ])
    let facts = try ScratchFile.facts(RasterFixture.jpeg(exif: exif))
    #expect(facts.captureDate?.wallClockMilliseconds == 1000)
  }

  @Test func aScreenshotCommentIsSeenInExifAndInXMP() throws {
    let comment = Array("ASCII\0\0\0Screenshot".utf8)
    let exif = TIFFFixture().bytes([(0x8769, .directory([(0x9286, .bytes(comment))]))])
    #expect(try ScratchFile.facts(RasterFixture.jpeg(exif: exif)).saysScreenshot)

    let list = """
      <exif:UserComment><rdf:Alt><rdf:li xml:lang="x-default">Screenshot</rdf:li></rdf:Alt>
      </exif:UserComment>
      """
    for xmp in [list, "<a exif:UserComment='Screenshot'/>"] {
      let facts = try ScratchFile.facts(RasterFixture.jpeg(xmp: xmp))
      #expect(facts.saysScreenshot)
      #expect(facts.xmpBlock?.count == Int64(xmp.utf8.count))
    }
    let other = try ScratchFile.facts(
      RasterFixture.jpeg(xmp: "<exif:UserComment> </exif:UserComment><a>Screenshot</a>"))
    #expect(!other.saysScreenshot)
    #expect(other.userComment.isEmpty)
  }

  @Test(
    arguments: [
      ("2004-07-13T21:23:44Z", nil), ("2004:07:13 21:23:44+05:30", 330),
      ("2004:07:13 21:23:44", nil),
    ] as [(String, Int16?)])
  func aZoneMayStandBehindTheDate(_ text: String, _ offset: Int16?) throws {
    let exif = TIFFFixture().bytes([(0x0132, .text(text))])
    let date = try ScratchFile.facts(RasterFixture.jpeg(exif: exif)).captureDate
    #expect(date?.wallClockMilliseconds == 1_089_753_824_000)
    #expect(date?.offsetMinutes == offset)
    #expect(date?.isMoment == text.hasSuffix("Z"))
  }

  @Test func xmpTellsTheDateWhereExifDoesNot() throws {
    let xmp = """
      <a xmp:CreateDate='2011-01-01T00:00:00Z' exif:DateTimeOriginal='2010-01-01T00:00:00.5+01:00'/>
      """
    let changed = TIFFFixture().bytes([(0x0132, .text("2015:09:27 21:29:28"))])
    for exif in [nil, changed] {
      let date = try ScratchFile.facts(RasterFixture.jpeg(exif: exif, xmp: xmp)).captureDate
      #expect(date?.wallClockMilliseconds == 1_262_304_000_500)
      #expect(date?.offsetMinutes == 60)
      #expect(date?.source == .xmp)
    }
    let taken = TIFFFixture().bytes([(0x8769, .directory([(0x9003, .text("2015:09:27 21:29:28"))]))]
    )
    let date = try ScratchFile.facts(RasterFixture.jpeg(exif: taken, xmp: xmp)).captureDate
    #expect(date?.wallClockMilliseconds == 1_443_389_368_000)
    #expect(date?.source == .exif)
  }

  /// Other makers count the same tag differently.
  @Test(arguments: [("Apple", CameraRendering.panorama), ("Canon", .plain)])
  func theRenderingIsThatOfApplesCameras(make: String, rendering: CameraRendering) throws {
    let exif = TIFFFixture().bytes([
      (0x010F, .text(make)), (0x8769, .directory([(0xA401, .short(6))])),
    ])
    #expect(try ScratchFile.facts(RasterFixture.jpeg(exif: exif)).rendering == rendering)
  }

  @Test func unicodeCommentsAreDecoded() throws {
    let comment = Array("UNICODE\0".utf8) + ByteBuilder.little(UInt16(0xE9), UInt16(0x74))
    let exif = TIFFFixture().bytes([(0x8769, .directory([(0x9286, .bytes(comment))]))])
    #expect(try ScratchFile.facts(RasterFixture.jpeg(exif: exif)).userComment.string == "ét")
  }

  @Test func applesMakerNoteGivesTheIdentifiers() throws {
    let entries: TIFFFixture.Entries = [
      (0x000B, .text("BURST-1")), (0x0011, .text("7DD0A0D3-0000-4000-8000-000000000001")),
    ]
    let directory = TIFFFixture(isLittleEndian: false).directory(entries, at: 14)
    let note = Array("Apple iOS\0\0\u{1}MM".utf8) + directory
    let exif = TIFFFixture().bytes([
      (0x010F, .text("Apple")), (0x8769, .directory([(0x927C, .bytes(note))])),
    ])
    let facts = try ScratchFile.facts(RasterFixture.jpeg(exif: exif))
    #expect(facts.burstIdentifier == "BURST-1")
    #expect(facts.contentIdentifier == "7DD0A0D3-0000-4000-8000-000000000001")
  }

  @Test func theThumbnailIsFound() throws {
    let thumbnail: TIFFFixture.Entries = [(0x0201, .long(16)), (0x0202, .long(20))]
    let exif = TIFFFixture(thumbnail: thumbnail).bytes([(0x010F, .text("Maker of things"))])
    let facts = try ScratchFile.facts(RasterFixture.jpeg(exif: exif))
    #expect(facts.embeddedPreview?.range == ByteRange(offset: 12 + 16, count: 20))
  }

  @Test func fillBytesSeveralApplicationSegmentsAndLateFramesAreRead() throws {
    let exif = TIFFFixture().bytes([(0x0112, .short(3))])
    var bytes: [UInt8] = [0xFF, 0xD8, 0xFF, 0xFF, 0xFF]
    bytes += RasterFixture.segment(0xE0, Array("JFIF\0".utf8)).dropFirst()
    bytes += RasterFixture.segment(0xE1, Array("something else".utf8))
    bytes += RasterFixture.segment(0xE1, Array("Exif\0\0".utf8) + exif)
    bytes += RasterFixture.segment(0xE2, [UInt8](repeating: 0xFF, count: 60_000))
    bytes += RasterFixture.segment(0xC4, [UInt8](repeating: 1, count: 20))
    bytes += RasterFixture.segment(0xC2, [8] + ByteBuilder.big(UInt16(20), 10) + [1, 1, 1, 1])
    let facts = try ScratchFile.facts(bytes)
    #expect((facts.pixelWidth, facts.pixelHeight, facts.orientation) == (10, 20, 3))
    #expect(facts.colorModel == .gray)
    #expect(facts.problem == nil)
  }

  @Test func aTruncatedFileKeepsWhatWasRead() throws {
    let exif = TIFFFixture().bytes(Self.camera)
    let bytes = RasterFixture.jpeg(exif: exif)
    let facts = try ScratchFile.facts(Array(bytes.prefix(14 + exif.count)))
    #expect(facts.make == "Apple")
    #expect(facts.pixelWidth == 0)
    #expect(facts.problem == .truncated)
  }
}
