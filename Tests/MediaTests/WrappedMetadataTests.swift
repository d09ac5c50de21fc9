import Media
import Samples
import Testing

/// Metadata where formats hide it: compressed, as digits, in boxes and extensions.
@Suite struct WrappedMetadataTests {
  private static let xmp = Array(
    "<rdf:Description exif:DateTimeOriginal='2015-09-27T21:29:28'/>".utf8)
  private static let date: Int64 = 1_443_389_368_000
  private static let exif = TIFFFixture().bytes([
    (0x010F, .text("Apple")), (0x0112, .short(6)),
    (0x8769, .directory([(0x9003, .text("2015:09:27 21:29:28"))])),
  ])

  private static let profiles: [(String, [UInt8])] = {
    let introduced = Array("Exif\0\0".utf8) + exif
    let packet = Array("http://ns.adobe.com/xap/1.0/\0".utf8) + xmp
    func both(_ name: String, _ content: [UInt8]) -> [(String, [UInt8])] {
      let digits = WrappedFixture.digits(content, name: name)
      return [
        ("tEXt \(name)", RasterFixture.text("Raw profile type \(name)", digits)),
        (
          "zTXt \(name)",
          WrappedFixture.compressedText("Raw profile type \(name)", Array(digits.utf8))
        ),
      ]
    }
    return both("exif", introduced) + both("exif", exif) + both("xmp", xmp)
      + both("APP1", introduced) + both("APP1", packet)
  }()

  @Test(arguments: profiles) func profilesOfDigitsInAPNG(name: String, chunk: [UInt8]) throws {
    let bytes = RasterFixture.png([chunk])
    let facts = try ScratchFile.facts(bytes)
    #expect(facts.captureDate?.wallClockMilliseconds == Self.date)
    #expect(facts.problem == nil)
    let block = try #require(facts.exifBlock ?? facts.xmpBlock)
    #expect(block.offset + block.count <= Int64(bytes.count))
    if facts.exifBlock != nil {
      #expect(facts.make == "Apple")
      #expect((facts.pixelWidth, facts.pixelHeight) == (30, 40))
    }
  }

  @Test func compressedTextsOfAPNGAreRead() throws {
    let packet = WrappedFixture.compressedInternationalText("XML:com.adobe.xmp", Self.xmp)
    let facts = try ScratchFile.facts(RasterFixture.png([packet]))
    #expect(facts.captureDate?.wallClockMilliseconds == Self.date)
    #expect(facts.captureDate?.source == .pngText)
    #expect(facts.xmpBlock != nil)
    let texts = try ScratchFile.facts(
      RasterFixture.png([
        WrappedFixture.compressedText("Software", Array("gnome-screenshot".utf8)),
        WrappedFixture.compressedInternationalText(
          "Creation Time", Array("Sun Sep 27 21:29:28 2015".utf8)),
      ]))
    #expect(texts.pngSoftware == "gnome-screenshot")
    #expect(texts.captureDate?.wallClockMilliseconds == Self.date)
  }

  /// The thumbnail's directory lies beyond what is unpacked; the rest counts, and nothing is wrong.
  @Test func aProfileThatIsTooLongIsNoProblem() throws {
    var long = TIFFFixture()
    long.thumbnail = [(0x0201, .long(1000)), (0x0202, .long(100))]
    let exif = long.bytes([
      (0x010F, .text("Apple")), (0x0132, .text("2015:09:27 21:29:28")),
      (0x9999, .bytes([UInt8](repeating: 7, count: 70_000))),
    ])
    let digits = WrappedFixture.digits(exif, name: "exif")
    let facts = try ScratchFile.facts(
      RasterFixture.png([WrappedFixture.compressedText("Raw profile type exif", Array(digits.utf8))]
      ))
    #expect(facts.make == "Apple")
    #expect(facts.captureDate?.wallClockMilliseconds == Self.date)
    #expect(facts.embeddedPreview == nil)
    #expect(facts.problem == nil)
  }

  @Test func xmpOfAGIFStandsBetweenItsExtensionAndTheTrailer() throws {
    let plain = RasterFixture.gif(frames: 2)
    let trailer = [0x01] + (0...255).reversed().map(UInt8.init) + [0]
    let start = 13 + 6
    let bytes =
      plain[..<start] + [0x21, 0xFF, 11] + Array("XMP DataXMP".utf8) + Self.xmp + trailer
      + plain[start...]
    let facts = try ScratchFile.facts(Array(bytes))
    #expect(facts.captureDate?.wallClockMilliseconds == Self.date)
    #expect(facts.xmpBlock?.count == Int64(Self.xmp.count))
    #expect(facts.isAnimated)
    #expect(facts.problem == nil)
  }

  private static let identifier: [UInt8] = [
    0xBE, 0x7A, 0xCF, 0xCB, 0x97, 0xA9, 0x42, 0xE8, 0x9C, 0x71, 0x99, 0x94, 0x91, 0xE3, 0xAF, 0xAC,
  ]

  @Test func xmpOfAMovieStandsBeforeOrBehindItsHeader() throws {
    let packet = ISOFixture.box("uuid", Self.identifier, Self.xmp)
    let data = ISOFixture.box("mdat", [UInt8](repeating: 0, count: 20_000))
    let (type, header) = (ISOFixture.fileType("mp42"), ISOFixture.movieHeader())
    for bytes in [type + packet + header + data, type + header + data + packet] {
      let facts = try ScratchFile.facts(bytes)
      #expect(facts.captureDate?.wallClockMilliseconds == Self.date)
      #expect(facts.xmpBlock?.count == Int64(Self.xmp.count))
      #expect(facts.durationMilliseconds == 2500)
    }
    // A movie that was cut short behind its header is as it was before.
    let cut = try ScratchFile.facts(Array((type + header + data).dropLast(100)))
    #expect(cut.problem == nil)
  }

  @Test func xmpOfAQuickTimeMovieStandsInItsUserData() throws {
    let userData = ISOFixture.box("udta", ISOFixture.box("XMP_", Self.xmp))
    var header = ISOFixture.movieHeader()
    header += userData
    header.replaceSubrange(0..<4, with: ByteBuilder.big(UInt32(header.count)))
    let facts = try ScratchFile.facts(ISOFixture.fileType("qt  ") + header)
    #expect(facts.captureDate?.wallClockMilliseconds == Self.date)
    #expect(facts.xmpBlock?.count == Int64(Self.xmp.count))
  }

  @Test func xmpOfACR3StandsInABoxBehindItsHeader() throws {
    let packet = ISOFixture.box("uuid", Self.identifier, Self.xmp)
    let facts = try ScratchFile.facts(
      ISOFixture.fileType("crx ") + ISOFixture.box("moov", []) + packet
        + ISOFixture.box("mdat", [0, 0, 0, 0]))
    #expect(facts.format == .cr3)
    #expect(facts.xmpBlock?.count == Int64(Self.xmp.count))
    #expect(facts.captureDate?.wallClockMilliseconds == Self.date)
  }

  @Test func anExifItemOfAHEIFMayBeginAtOnce() throws {
    for start in [[], Array("Exif\0\0".utf8)] {
      let whole = ISOFixture.heif(
        properties: [ISOFixture.size(40, 30)], exif: start + Self.exif, hasOffset: false)
      let facts = try ScratchFile.facts(whole)
      #expect(facts.captureDate?.wallClockMilliseconds == Self.date)
      #expect(facts.make == "Apple")
      #expect(facts.problem == nil)
    }
  }

  private static func jpegXL(_ boxes: [UInt8]...) -> [UInt8] {
    PlainPicture(.jxlBox, width: 20, height: 10).encoded() + boxes.flatMap(\.self)
  }

  @Test(arguments: [1 << 16, 37]) func compressedBoxesOfJPEGXLAreRead(blockSize: Int) throws {
    let boxed = [0, 0, 0, 0] + Self.exif
    let stream = WrappedFixture.brotli(boxed, blockSize: blockSize)
    let bytes = Self.jpegXL(ISOFixture.box("brob", Array("Exif".utf8) + stream))
    let facts = try ScratchFile.facts(bytes)
    #expect(facts.make == "Apple")
    #expect(facts.captureDate?.wallClockMilliseconds == Self.date)
    #expect(facts.captureDate?.source == .exif)
    // The codestream has the orientation.
    #expect((facts.pixelWidth, facts.pixelHeight, facts.orientation) == (20, 10, 1))
    #expect(facts.problem == nil)
    let block = try #require(facts.exifBlock)
    #expect(block.offset + block.count == Int64(bytes.count))
    let distant = WrappedFixture.packedBox("Exif", [0, 0, 0, 2, 9, 9] + Self.exif)
    #expect(try ScratchFile.facts(Self.jpegXL(distant)).make == "Apple")
    let xmp = try ScratchFile.facts(Self.jpegXL(WrappedFixture.packedBox("xml ", Self.xmp)))
    #expect(xmp.captureDate?.source == .xmp)
    #expect(xmp.xmpBlock != nil)
  }

  /// Damage in a compressed box is no damage of the file, and what it claims to hold is bounded.
  @Test func brokenCompressedBoxesAreSkipped() throws {
    let whole = WrappedFixture.packedBox("Exif", [0, 0, 0, 0] + Self.exif)
    for end in 8..<whole.count {
      let cut = ISOFixture.box("brob", Array(whole[8..<end]))
      #expect(try ScratchFile.facts(Self.jpegXL(cut)).problem == nil)
      _ = try ScratchFile.description(Self.jpegXL(cut))
    }
    let noise = (0..<400).map { UInt8(truncatingIfNeeded: $0 &* 73 &+ 11) }
    let damaged = Self.jpegXL(ISOFixture.box("brob", Array("xml ".utf8) + noise))
    #expect(try ScratchFile.facts(damaged).problem == nil)
    let far = WrappedFixture.packedBox("Exif", [0xFF, 0xFF, 0xFF, 0xFF] + Self.exif)
    #expect(try ScratchFile.facts(Self.jpegXL(far)).make.isEmpty)
    let other = WrappedFixture.packedBox("jumb", Self.exif)
    #expect(try ScratchFile.facts(Self.jpegXL(other)).exifBlock == nil)
    // More than is kept of it.
    let large = [0, 0, 0, 0] + Self.exif + [UInt8](repeating: 7, count: 300_000)
    let facts = try ScratchFile.facts(Self.jpegXL(WrappedFixture.packedBox("Exif", large)))
    #expect(facts.make == "Apple")
    #expect(facts.problem == nil)
  }
}
