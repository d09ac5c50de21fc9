import Media
import Testing

/// Colour model, depth, profile and opacity, and what lies beside a picture.
@Suite struct ColorFactsTests {
  @Test func aJPEGHasThemInItsFrameAndProfile() throws {
    let display = WrappedFixture.profile(named: "Display P3", version: 4)
    let facts = try ScratchFile.facts(
      WrappedFixture.jpeg(WrappedFixture.profileSegment(display)))
    #expect(facts.colorModel == .rgb)
    #expect(facts.depth == 8)
    #expect(facts.hasAlpha == false)
    #expect(facts.profileName == "Display P3")
    #expect(facts.problem == nil)
    let old = WrappedFixture.profile(named: "sRGB built-in", version: 2)
    let second = try ScratchFile.facts(WrappedFixture.jpeg(WrappedFixture.profileSegment(old)))
    #expect(second.profileName == "sRGB built-in")
  }

  @Test func exifNamesTheColorsOnlyWhereNoProfileDoes() throws {
    let exif = TIFFFixture().bytes([(0x8769, .directory([(0xA001, .short(1))]))])
    let plain = try ScratchFile.facts(RasterFixture.jpeg(exif: exif))
    #expect(plain.profileName == "sRGB IEC61966-2.1")
    let segment = RasterFixture.segment(0xE1, Array("Exif\0\0".utf8) + exif)
    let profile = WrappedFixture.profileSegment(
      WrappedFixture.profile(named: "Display P3", version: 2))
    let both = try ScratchFile.facts(WrappedFixture.jpeg(segment, profile))
    #expect(both.profileName == "Display P3")
  }

  @Test(
    arguments: [
      (0, .gray, false), (2, .rgb, false), (3, .rgb, false), (4, .gray, true), (6, .rgb, true),
    ] as [(UInt8, ColorModel, Bool)])
  func aPNGHasThemInItsFirstChunk(type: UInt8, model: ColorModel, hasAlpha: Bool) throws {
    let facts = try ScratchFile.facts(RasterFixture.png(colorType: type))
    #expect(facts.colorModel == model)
    #expect(facts.depth == 8)
    #expect(facts.hasAlpha == hasAlpha)
    let keyed = try ScratchFile.facts(
      RasterFixture.png([RasterFixture.chunk("tRNS", [0, 0])], colorType: type))
    #expect(keyed.hasAlpha == true)
  }

  @Test func aPNGsProfileIsUnpackedForItsName() throws {
    let profile = WrappedFixture.zlib(WrappedFixture.profile(named: "Color LCD", version: 4))
    let chunk = RasterFixture.chunk("iCCP", Array("icc\0\0".utf8) + profile)
    #expect(try ScratchFile.facts(RasterFixture.png([chunk])).profileName == "Color LCD")
    let damaged = RasterFixture.chunk("iCCP", Array("Screen\0\0".utf8) + [0x78, 0x01, 7])
    #expect(try ScratchFile.facts(RasterFixture.png([damaged])).profileName == "Screen")
    let standard = RasterFixture.chunk("sRGB", [0])
    let named = try ScratchFile.facts(RasterFixture.png([standard]))
    #expect(named.profileName == "sRGB IEC61966-2.1")
  }

  @Test func aGIFsTransparentColorAndWebPsFlagsAreOpacity() throws {
    var gif = RasterFixture.gif(frames: 1)
    #expect(try ScratchFile.facts(gif).hasAlpha == false)
    let control = try #require(gif.indices.first { gif[$0] == 0x21 && gif[$0 + 1] == 0xF9 })
    gif[control + 3] |= 1
    #expect(try ScratchFile.facts(gif).hasAlpha == true)
    #expect(try ScratchFile.facts(gif).depth == 8)

    for (flags, hasAlpha) in [(UInt8(0), false), (0x10, true)] {
      let facts = try ScratchFile.facts(
        RasterFixture.webp([("VP8X", RasterFixture.webpCanvas(flags: flags))]))
      #expect(facts.hasAlpha == hasAlpha)
    }
    for (bits, hasAlpha) in [(UInt32(39 | 29 << 14), false), (39 | 29 << 14 | 1 << 28, true)] {
      let facts = try ScratchFile.facts(
        RasterFixture.webp([("VP8L", [0x2F] + ByteBuilder.little(bits))]))
      #expect(facts.hasAlpha == hasAlpha)
    }
  }

  @Test func aWebPsProfileHasAName() throws {
    let profile = WrappedFixture.profile(named: "Display P3", version: 4)
    let facts = try ScratchFile.facts(
      RasterFixture.webp([
        ("VP8X", RasterFixture.webpCanvas(flags: 0x2C)), ("ICCP", profile),
        ("XMP ", Array("<x/>".utf8)), ("EXIF", TIFFFixture().bytes([])),
      ]))
    #expect(facts.profileName == "Display P3")
  }

  @Test func aTIFFHasThemInItsDirectory() throws {
    let profile = WrappedFixture.profile(named: "Coated FOGRA39", version: 2)
    let facts = try ScratchFile.facts(
      TIFFFixture().bytes([
        (0x0100, .short(40)), (0x0101, .short(30)), (0x0102, .short(16)), (0x0106, .short(5)),
        (0x0152, .short(2)), (0x8773, .bytes(profile)),
      ]))
    #expect(facts.colorModel == .cmyk)
    #expect(facts.depth == 16)
    #expect(facts.hasAlpha == true)
    #expect(facts.profileName == "Coated FOGRA39")
    let plain = try ScratchFile.facts(
      TIFFFixture().bytes([
        (0x0100, .short(40)), (0x0101, .short(30)), (0x0102, .short(4)), (0x0106, .short(3)),
      ]))
    #expect(plain.depth == 8)
    #expect(plain.hasAlpha == false)
  }

  @Test func aHEIFHasThemInItsProperties() throws {
    let wide = ISOFixture.box(
      "colr", Array("prof".utf8), WrappedFixture.profile(named: "Display P3", version: 4))
    let facts = try ScratchFile.facts(
      ISOFixture.heif(
        properties: [
          ISOFixture.size(40, 30), ISOFixture.box("pixi", [0, 0, 0, 0, 3, 10, 10, 10]), wide,
        ], exif: TIFFFixture().bytes([])))
    #expect(facts.colorModel == .rgb)
    #expect(facts.depth == 10)
    #expect(facts.profileName == "Display P3")
    #expect(facts.hasAlpha == false)
    #expect(facts.traits.isDisjoint(with: [.gainMap, .depthMap]))
  }

  @Test(
    arguments: [
      ("urn:com:apple:photo:2020:aux:hdrgainmap", .gainMap, false),
      ("urn:mpeg:hevc:2015:auxid:2", .depthMap, false),
      ("urn:mpeg:mpegB:cicp:systems:auxiliary:alpha", [], true),
      ("urn:com:apple:photo:2018:aux:portraiteffectsmatte", [], false),
    ] as [(String, PictureTraits, Bool)])
  func auxiliaryPicturesOfAHEIF(name: String, trait: PictureTraits, hasAlpha: Bool) throws {
    let facts = try ScratchFile.facts(
      ISOFixture.heif(
        properties: [
          ISOFixture.size(40, 30), ISOFixture.box("auxC", [0, 0, 0, 0], Array("\(name)\0".utf8)),
        ], exif: TIFFFixture().bytes([])))
    #expect(facts.traits.intersection([.gainMap, .depthMap]) == trait)
    #expect(facts.hasAlpha == hasAlpha)
  }

  @Test func monochromeAndTheDepthOfCodedPictures() throws {
    let hevc = [UInt8](repeating: 0, count: 16) + [0xFC, 0xFA, 0xFA, 0, 0, 0, 0]
    let facts = try ScratchFile.facts(
      ISOFixture.heif(
        properties: [ISOFixture.size(40, 30), ISOFixture.box("hvcC", hevc)],
        exif: TIFFFixture().bytes([])))
    #expect(facts.colorModel == .gray)
    #expect(facts.depth == 10)
    let av1 = ISOFixture.box("av1C", [0x81, 0, 0x60, 0])
    let second = try ScratchFile.facts(
      ISOFixture.heif(
        brands: ISOFixture.fileType("avif", "mif1"), properties: [ISOFixture.size(40, 30), av1],
        exif: TIFFFixture().bytes([])))
    #expect(second.colorModel == .rgb)
    #expect(second.depth == 12)
  }

  @Test(
    arguments: [
      ("GPano:ProjectionType=\"equirectangular\"", .panorama),
      ("GPano:FullPanoWidthPixels=\"8000\"", .panorama),
      ("GDepth:Format=\"RangeInverse\"", .depthMap),
      ("hdrgm:Version=\"1.0\"", .gainMap), ("Item:Semantic=\"GainMap\"", .gainMap),
      ("photoshop:DateCreated=\"2015-09-27\"", []),
    ] as [(String, PictureTraits)])
  func xmpMarksPanoramasDepthAndGainMaps(property: String, trait: PictureTraits) throws {
    let facts = try ScratchFile.facts(
      RasterFixture.jpeg(xmp: "<rdf:Description \(property)/>"))
    #expect(facts.traits.intersection([.panorama, .gainMap, .depthMap]) == trait)
  }

  @Test func gainMapsByTheirSegmentsInAJPEG() throws {
    let standard = RasterFixture.segment(
      0xE2, Array("urn:iso:std:iso:ts:21496:-1\0".utf8) + [0, 0])
    #expect(try ScratchFile.facts(WrappedFixture.jpeg(standard)).traits.contains(.gainMap))

    let note = TIFFFixture(isLittleEndian: false).directory(
      [(0x0030, .raw(type: 10, count: 1, value: 0))], at: 14)
    let exif = TIFFFixture(isLittleEndian: false).bytes([
      (0x010F, .text("Apple")),
      (0x8769, .directory([(0x927C, .bytes(Array("Apple iOS\0\0\u{1}MM".utf8) + note))])),
    ])
    let segment = RasterFixture.segment(0xE1, Array("Exif\0\0".utf8) + exif)
    let pictures = RasterFixture.segment(
      0xE2, Array("MPF\0".utf8) + [UInt8](repeating: 0, count: 16))
    #expect(try ScratchFile.facts(WrappedFixture.jpeg(segment, pictures)).traits.contains(.gainMap))
    // The note alone stays behind when another program writes the picture again.
    #expect(try !ScratchFile.facts(WrappedFixture.jpeg(segment)).traits.contains(.gainMap))
  }
}
