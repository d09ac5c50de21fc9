import Media
import Samples
import Testing

@Suite struct RasterHeaderTests {
  @Test func aPNGGivesSizeAndTexts() throws {
    let facts = try ScratchFile.facts(
      RasterFixture.png([
        RasterFixture.text("Software", "gnome-screenshot"),
        RasterFixture.text("Creation Time", "Sun, 27 Sep 2015 21:29:28 +0200"),
      ]))
    #expect(facts.format == .png)
    #expect((facts.pixelWidth, facts.pixelHeight) == (40, 30))
    #expect(facts.pngSoftware == "gnome-screenshot")
    #expect(facts.captureDate?.wallClockMilliseconds == 1_443_389_368_000)
    #expect(facts.captureDate?.offsetMinutes == 120)
    #expect(facts.captureDate?.source == .pngText)
    #expect(facts.problem == nil)
  }

  @Test(
    arguments: [
      ("2015-09-27T21:29:28.5Z", 1_443_389_368_500, nil),
      ("2015:09:27 21:29:28", 1_443_389_368_000, nil),
      ("27 Sep 2015 21:29:28 GMT", 1_443_389_368_000, nil), ("2015-09-27", 1_443_312_000_000, nil),
      ("2015-09-27T21:29:28-08:00", 1_443_389_368_000, -480),
      ("Sun 27 Sep 2015 21:29:28 +0200", 1_443_389_368_000, 120),
      ("27 Sep 2015 21:29:28", 1_443_389_368_000, nil),
      ("27 September 2015 21:29:28 PDT", 1_443_389_368_000, -420),
      ("Sun, 27 Sep 15 21:29:28 EST", 1_443_389_368_000, -300),
      ("Sunday, 27-Sep-15 21:29:28 GMT", 1_443_389_368_000, nil),
      ("Sun Sep 27 21:29:28 2015", 1_443_389_368_000, nil),
      ("Sun Sep 27 21:29:28 UTC 2015", 1_443_389_368_000, nil),
      ("Sep 27, 2015 09:29:28 PM", 1_443_389_368_000, nil),
      ("27Sep2015 21:29", 1_443_389_340_000, nil),
      ("20150927T212928Z", 1_443_389_368_000, nil), ("27 Sep 2015", 1_443_312_000_000, nil),
    ] as [(String, Int64, Int16?)])
  func datesOfManyForms(text: String, milliseconds: Int64, offset: Int16?) throws {
    let facts = try ScratchFile.facts(
      RasterFixture.png([RasterFixture.text("Creation Time", text)]))
    #expect(facts.captureDate?.wallClockMilliseconds == milliseconds)
    #expect(facts.captureDate?.offsetMinutes == offset)
    let isUniversal = ["Z", "GMT", "UTC"].contains { text.contains($0) }
    #expect(facts.captureDate?.isMoment == isUniversal)
  }

  @Test func exifIsBelievedBeforeTextsAndTextsBeforeTheTimeOfChange() throws {
    let time = RasterFixture.chunk("tIME", ByteBuilder.big(UInt16(2001)) + [1, 1, 0, 0, 0])
    let changed = try ScratchFile.facts(RasterFixture.png([time]))
    #expect(changed.captureDate?.wallClockMilliseconds == 978_307_200_000)
    #expect(changed.captureDate?.isMoment == true)

    let xmp = RasterFixture.internationalText(
      "XML:com.adobe.xmp",
      "<a photoshop:DateCreated=\"1970-01-01T00:00:02\" exif:UserComment=\"Screenshot\"/>")
    let created = try ScratchFile.facts(RasterFixture.png([time, xmp]))
    #expect(created.captureDate?.wallClockMilliseconds == 2000)
    #expect(created.saysScreenshot)

    let edited = TIFFFixture().bytes([(0x0132, .text("1970:01:01 00:00:01"))])
    let second = try ScratchFile.facts(
      RasterFixture.png([RasterFixture.chunk("eXIf", edited), time, xmp]))
    #expect(second.captureDate?.wallClockMilliseconds == 2000)

    let exif = TIFFFixture().bytes([
      (0x0112, .short(8)), (0x8769, .directory([(0x9003, .text("1970:01:01 00:00:01"))])),
    ])
    let first = try ScratchFile.facts(
      RasterFixture.png([RasterFixture.chunk("eXIf", exif), time, xmp]))
    #expect(first.captureDate?.wallClockMilliseconds == 1000)
    #expect(first.captureDate?.source == .exif)
    #expect((first.pixelWidth, first.pixelHeight) == (30, 40))
  }

  /// Few data chunks are hopped over, many are not looked at: the file's end is.
  @Test(arguments: [nil, 400, 60]) func metadataBehindThePixelsIsFound(chunkSize: Int?) throws {
    let picture = PNGPicture(width: 600, height: 400) {
      $0.exif = SampleKinds.exif
      $0.texts = [.plain(keyword: "Software", text: "scrot")]
      $0.hasMetadataLast = true
      $0.dataChunkSize = chunkSize
    }
    let facts = try ScratchFile.facts(picture.encoded())
    #expect(facts.model == "iPhone 15")
    #expect(facts.pngSoftware == "scrot")
    #expect((facts.pixelWidth, facts.pixelHeight) == (400, 600))
    #expect(facts.problem == nil)
    let plain = PNGPicture(width: 600, height: 400) { $0.dataChunkSize = chunkSize }
    #expect(try ScratchFile.facts(plain.encoded()).problem == nil)
  }

  @Test func anAnimatedPNGIsAnimated() throws {
    let control = RasterFixture.chunk("acTL", ByteBuilder.big(UInt32(3), 0))
    let facts = try ScratchFile.facts(RasterFixture.png([control]))
    #expect(facts.isAnimated)
    #expect(facts.frameCount == 3)
    #expect(facts.loopCount == 0)
  }

  @Test func gifsAreAnimatedByASecondPicture() throws {
    let still = try ScratchFile.facts(RasterFixture.gif(frames: 1))
    #expect(!still.isAnimated)
    #expect(still.frameCount == 1)
    #expect((still.pixelWidth, still.pixelHeight) == (40, 30))
    let moving = try ScratchFile.facts(RasterFixture.gif(frames: 3, loops: 5))
    #expect(moving.isAnimated)
    #expect(moving.frameCount == 3)
    #expect(moving.loopCount == 5)
  }

  @Test func aLargeFirstPictureHidesTheSecondButNotTheLoop() throws {
    let hidden = try ScratchFile.facts(RasterFixture.gif(frames: 2, dataSize: 100_000))
    #expect(!hidden.isAnimated)
    #expect(hidden.frameCount == nil)
    let looping = try ScratchFile.facts(RasterFixture.gif(frames: 2, loops: 0, dataSize: 100_000))
    #expect(looping.isAnimated)
  }

  @Test func webpOfAllThreeKinds() throws {
    let lossy: [UInt8] = [0, 0, 0, 0x9D, 0x01, 0x2A, 40, 0, 30, 0]
    let lossless: [UInt8] = [0x2F] + ByteBuilder.little(UInt32(39 | 29 << 14))
    let exif = TIFFFixture().bytes([(0x0112, .short(6)), (0x010F, .text("Pixelmaker"))])
    for chunks in [[("VP8 ", lossy)], [("VP8L", lossless)]] {
      let facts = try ScratchFile.facts(RasterFixture.webp(chunks))
      #expect(facts.format == .webp)
      #expect((facts.pixelWidth, facts.pixelHeight) == (40, 30))
      #expect(facts.problem == nil)
    }
    let extended = try ScratchFile.facts(
      RasterFixture.webp([
        ("VP8X", RasterFixture.webpCanvas(flags: 0x08)),
        ("VP8 ", lossy + [UInt8](repeating: 0, count: 20_001)), ("EXIF", exif),
      ]))
    #expect((extended.pixelWidth, extended.pixelHeight, extended.orientation) == (30, 40, 6))
    #expect(extended.make == "Pixelmaker")
    #expect(!extended.isAnimated)
    let animated = try ScratchFile.facts(
      RasterFixture.webp([
        ("VP8X", RasterFixture.webpCanvas(flags: 0x02)), ("ANIM", [0, 0, 0, 0, 9, 0]),
        ("ANMF", [UInt8](repeating: 0, count: 16)),
      ]))
    #expect(animated.isAnimated)
    #expect(animated.loopCount == 9)
  }

  @Test func aFileThatIsNoPictureIsReported() throws {
    #expect(try ScratchFile.facts([]).problem == .empty)
    let text = try ScratchFile.facts(Array("a receipt, in words".utf8))
    #expect(text.format == .unknown)
    #expect(text.problem == .unsupported)
    for problem in MediaProblem.allCases {
      #expect(problem.message.first?.isLowercase == true)
    }
  }

  /// ImageMagick writes EXIF behind the pixels, and then a text for each of its tags.
  @Test func exifBehindManyDataChunksAndInFrontOfManyTexts() throws {
    let packet = RasterFixture.internationalText(
      "XML:com.adobe.xmp", "<a xmp:CreateDate='2001-01-01'/>")
    let block = TIFFFixture().bytes([
      (0x010F, .text("Apple")), (0x9003, .text("2015:09:27 21:29:28")),
    ])
    let (plain, pixels) = (RasterFixture.png([packet]), [UInt8](repeating: 9, count: 900))
    let texts = (0..<200).flatMap { RasterFixture.text("exif:Tag\($0)", "some value of it") }
    var bytes = Array(plain.dropLast(12 + 15))
    for _ in 0..<40 { bytes += RasterFixture.chunk("IDAT", pixels) }
    bytes += RasterFixture.chunk("eXIf", block)
    bytes += texts
    bytes += plain.suffix(12)
    let facts = try ScratchFile.facts(bytes)
    #expect(texts.count > 4096)
    #expect(facts.make == "Apple")
    #expect(facts.captureDate?.wallClockMilliseconds == 1_443_389_368_000)
    #expect(facts.problem == nil)
  }
}
