import Media
import Samples
import Testing

/// The rarer picture formats, made by the project's own writers and by hand.
@Suite struct PlainPictureTests {
  private static let formats: [PlainPicture.Kind: MediaFormat] = [
    .bmp: .bmp, .ico: .ico, .tga: .tga, .ppm: .pnm, .pam: .pnm, .pfm: .pnm, .psd: .psd,
    .psb: .psb, .jp2: .jpeg2000, .j2k: .jpeg2000, .jxl: .jpegXL, .jxlBox: .jpegXL, .jxr: .jpegXR,
    .exr: .openEXR, .hdr: .radiance, .svg: .svg, .pcx: .pcx, .flif: .flif,
  ]

  @Test(arguments: PlainPicture.Kind.allCases)
  func aPictureIsRecognizedByItsContent(kind: PlainPicture.Kind) throws {
    let facts = try ScratchFile.facts(PlainPicture(kind, width: 200, height: 130).encoded())
    #expect(facts.format == Self.formats[kind])
    #expect((facts.pixelWidth, facts.pixelHeight) == (200, 130))
    #expect(facts.orientation == 1)
    #expect(facts.problem == nil)
  }

  @Test(arguments: [PlainPicture.Kind.psd, .psb, .jp2, .jxlBox, .jxr])
  func exifAndXMPAreRead(kind: PlainPicture.Kind) throws {
    let picture = PlainPicture(kind, width: 200, height: 130) {
      $0.exif = EXIFBlock {
        $0.make = "Apple"
        $0.model = "iPhone 15"
        $0.orientation = 6
        $0.dateTimeOriginal = "2015:09:27 21:29:28"
      }
      if kind != .jxr { $0.xmp = XMPPacket([("exif:UserComment", "Screenshot")]) }
    }
    let facts = try ScratchFile.facts(picture.encoded())
    #expect((facts.make, facts.model) == ("Apple", "iPhone 15"))
    #expect((facts.pixelWidth, facts.pixelHeight, facts.orientation) == (130, 200, 6))
    #expect(facts.captureDate?.wallClockMilliseconds == 1_443_389_368_000)
    #expect(facts.saysScreenshot == (kind != .jxr))
    #expect(facts.exifBlock != nil)
  }

  @Test func aPhotoshopDocumentHasAPreview() throws {
    let thumbnail = JPEGPicture(width: 160, height: 120).encoded()
    let bytes = PlainPicture(.psd, width: 200, height: 130) { $0.thumbnail = thumbnail }.encoded()
    let preview = try #require(try ScratchFile.facts(bytes).embeddedPreview)
    #expect((preview.pixelWidth, preview.pixelHeight) == (160, 120))
    let first = Int(preview.range.offset)
    #expect(Array(bytes[first..<first + Int(preview.range.count)]) == thumbnail)
  }

  @Test func anOpenEXRSaysWhenItWasTaken() throws {
    let facts = try ScratchFile.facts(PlainPicture(.exr, width: 20, height: 10).encoded())
    #expect(facts.captureDate?.wallClockMilliseconds == 1_443_389_368_000)
    #expect(facts.captureDate?.offsetMinutes == 120)
  }

  @Test(arguments: [
    ("-Y 3 +X 4", 4, 3, 1), ("-Y 3 -X 4", 4, 3, 2), ("+Y 3 -X 4", 4, 3, 3), ("+Y 3 +X 4", 4, 3, 4),
    ("+X 4 -Y 3", 4, 3, 5), ("-X 4 -Y 3", 4, 3, 6), ("-X 4 +Y 3", 4, 3, 7), ("+X 4 +Y 3", 4, 3, 8),
  ])
  func aRadiancePictureSaysWhichWayItIsStored(
    line: String, width: Int32, height: Int32, orientation: UInt8
  ) throws {
    let text = "#?RADIANCE\nSOFTWARE= a tool\nCAPDATE= 2015:09:27 21:29:28\n\n\(line)\n"
    let facts = try ScratchFile.facts(Array(text.utf8))
    #expect((facts.pixelWidth, facts.pixelHeight) == (width, height))
    #expect(facts.orientation == orientation)
    #expect(facts.software == "a tool")
    #expect(facts.captureDate?.wallClockMilliseconds == 1_443_389_368_000)
  }

  @Test(arguments: [
    ("width='40' height='30'", 40, 30), ("width=\"40px\" height=\"30.4px\"", 40, 30),
    ("width='1in' height='25.4mm'", 96, 96), ("width='2.54cm' height='72pt'", 96, 96),
    ("width='6pc' height='1in'", 96, 96), ("viewBox='0 0 40 30'", 40, 30),
    ("viewBox='-5,-5,40.0,30' width='80'", 80, 60), ("viewBox='0 0 40 30' height='60'", 80, 60),
    ("width='100%' height='100%' viewBox='0 0 40 30'", 40, 30), ("width='9em'", 0, 0),
    ("width='1e9' height='-3'", 0, 0), ("viewBox='0 0 0 30'", 0, 0), ("", 0, 0),
  ])
  func aVectorGraphicIsAsLargeAsItsRootSays(
    attributes: String, width: Int32, height: Int32
  ) throws {
    let facts = try ScratchFile.facts(Array("<svg \(attributes) x='9'><g/></svg>".utf8))
    #expect(facts.format == .svg)
    #expect((facts.pixelWidth, facts.pixelHeight) == (width, height))
  }

  @Test(arguments: [
    "\u{FEFF}<svg width='4' height='3'/>", "\n <?xml version='1.0'?><svg width='4' height='3'/>",
    "<!-- <html> --><s:svg xmlns:s='http://www.w3.org/2000/svg' width='4' height='3'></s:svg>",
    "<!DOCTYPE svg PUBLIC 'a' 'b' [ <!ENTITY e '>'> ]><svg width='4' height='3'></svg>",
    "<?xml version='1.0'?><!--\(String(repeating: "long ", count: 2000))--><svg width='4' height='3'/>",
  ])
  func whatStandsInFrontOfARootIsPassedOver(text: String) throws {
    let facts = try ScratchFile.facts(Array(text.utf8))
    #expect(facts.format == .svg)
    #expect((facts.pixelWidth, facts.pixelHeight) == (4, 3))
    #expect(facts.problem == nil)
  }

  @Test(arguments: [
    "<html><svg width='4' height='3'/></html>", "<svgx width='4'/>", "text <svg width='4'/>",
    "<!-- <svg width='4'/>", "<?xml version='1.0'?>", "P6 is a place", "BM is a mark of the trade",
    "\n\n\n", "#?RADIANT\n", "FLIP",
  ])
  func otherTextIsNoPicture(text: String) throws {
    let facts = try ScratchFile.facts(Array(text.utf8))
    #expect(facts.format == .unknown)
    #expect(facts.problem == .unsupported)
  }

  @Test func aTruevisionPictureNeedsAnEndThatFits() throws {
    let whole = PlainPicture(.tga, width: 20, height: 10).encoded()
    #expect(try ScratchFile.facts(whole).format == .tga)
    // Without the footer the pixels must end where the file does.
    let old = Array(whole.dropLast(26))
    #expect(try ScratchFile.facts(old).format == .tga)
    #expect(try ScratchFile.facts(old + [0]).format == .unknown)
    #expect(try ScratchFile.facts(Array(old.dropLast())).format == .unknown)
    var strange = whole
    strange[16] = 23
    #expect(try ScratchFile.facts(strange).format == .unknown)
    strange[16] = 255
    #expect(try ScratchFile.facts(strange).format == .unknown)
  }

  @Test func runLengthsOfATruevisionPictureMustAddUp() throws {
    var header: [UInt8] = [0, 0, 10, 0, 0, 0, 0, 0, 0, 0, 0, 0, 200, 0, 1, 0, 24, 0x20]
    header += [0xFF, 1, 2, 3]
    let whole = header + [0x80 | 70, 1, 2, 3] + [0] + [9, 9, 9]
    #expect(try ScratchFile.facts(whole).format == .tga)
    #expect(try ScratchFile.facts(header + [0x80 | 70, 1, 2, 3]).format == .unknown)
    #expect(try ScratchFile.facts(whole + [0]).format == .unknown)
  }

  @Test func theLargestPictureOfAnIconCounts() throws {
    let picture = RasterFixture.png(width: 512, height: 512)
    var icon: [UInt8] = [0, 0, 1, 0, 2, 0]
    icon += [16, 16, 0, 0, 1, 0, 32, 0] + ByteBuilder.little(UInt32(10), UInt32(38))
    icon += [0, 0, 0, 0, 1, 0, 32, 0] + ByteBuilder.little(UInt32(picture.count), UInt32(48))
    icon += [UInt8](repeating: 0, count: 10) + picture
    #expect(try ScratchFile.facts(icon).pixelWidth == 512)
  }

  @Test(arguments: ["j2ki", "j2is"])
  func picturesOfJPEG2000InBoxesOfHEIFAreNoMovies(brand: String) throws {
    let bytes = ISOFixture.heif(
      brands: ISOFixture.fileType(brand, "mif1"), properties: [ISOFixture.size(40, 30)],
      exif: TIFFFixture().bytes([(0x010F, .text("Apple"))]))
    let facts = try ScratchFile.facts(bytes)
    #expect(facts.format == .jpeg2000)
    #expect((facts.pixelWidth, facts.pixelHeight) == (40, 30))
    #expect(facts.make == "Apple")
  }

  @Test func aMovieOfJPEG2000IsNoPicture() throws {
    let bytes =
      ISOFixture.box("jP  ", [0x0D, 0x0A, 0x87, 0x0A]) + ISOFixture.fileType("mjp2", "mjp2")
    #expect(try ScratchFile.facts(bytes).format == .unknown)
  }

  /// An index of views makes a JPEG a multi-picture object; one of thumbnails and gain maps doesn't.
  @Test(
    arguments: [
      ([0x0002_0002, 0x0002_0002], MediaFormat.mpo), ([0x0002_0003, 0x0002_0003], .mpo),
      ([0x2003_0000, 0x0001_0001], .jpeg), ([0x2003_0000, 0], .jpeg),
    ] as [([UInt32], MediaFormat)])
  func severalViewsMakeAMultiPictureObject(kinds: [UInt32], format: MediaFormat) throws {
    let list = kinds.flatMap { ByteBuilder.little($0, UInt32(1000), UInt32(0), UInt32(0)) }
    let index = TIFFFixture().bytes([
      (0xB000, .bytes(Array("0100".utf8))), (0xB001, .long(UInt32(kinds.count))),
      (0xB002, .bytes(list)),
    ])
    let jpeg = RasterFixture.jpeg(exif: TIFFFixture().bytes([(0x010F, .text("FUJIFILM"))]))
    let marked =
      Array(jpeg.prefix(2)) + RasterFixture.segment(0xE2, Array("MPF\0".utf8) + index)
      + jpeg.dropFirst(2)
    let facts = try ScratchFile.facts(marked + jpeg)
    #expect(facts.format == format)
    #expect((facts.pixelWidth, facts.pixelHeight) == (40, 30))
    #expect(facts.make == "FUJIFILM")
    #expect(try ScratchFile.completeness(marked + jpeg, format) == .complete)
  }
}
