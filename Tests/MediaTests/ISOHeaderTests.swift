import Media
import Testing

@Suite struct ISOHeaderTests {
  private static let exif = TIFFFixture().bytes([
    (0x010F, .text("Apple")), (0x0112, .short(3)),
    (0x8769, .directory([(0x9003, .text("2015:09:27 21:29:28"))])),
  ])

  @Test func heicTurnsByItsPropertiesNotByExif() throws {
    let rotation = ISOFixture.box("irot", [3])
    let facts = try ScratchFile.facts(
      ISOFixture.heif(properties: [ISOFixture.size(4032, 3024), rotation], exif: Self.exif))
    #expect(facts.format == .heic)
    #expect(facts.orientation == 6)
    #expect((facts.pixelWidth, facts.pixelHeight) == (3024, 4032))
    #expect(facts.make == "Apple")
    #expect(facts.captureDate?.wallClockMilliseconds == 1_443_389_368_000)
    #expect(facts.problem == nil)
  }

  /// Rotation (anticlockwise quarters), then mirror axis (0 top and bottom, 1 left and right).
  @Test(
    arguments: [
      ([("irot", 1)], 8), ([("irot", 2)], 3), ([("imir", 1)], 2), ([("imir", 0)], 4),
      ([("irot", 1), ("imir", 1)], 7), ([("irot", 1), ("imir", 0)], 5), ([], 1),
    ] as [([(String, UInt8)], UInt8)])
  func turnsCombine(turns: [(String, UInt8)], orientation: UInt8) throws {
    let properties = [ISOFixture.size(4, 3)] + turns.map { ISOFixture.box($0, [$1]) }
    let facts = try ScratchFile.facts(
      ISOFixture.heif(properties: properties, exif: Self.exif))
    #expect(facts.orientation == orientation)
  }

  @Test(arguments: [
    (["heic", "mif1"], MediaFormat.heic), (["mif1", "heic"], .heic), (["mif1", "avif"], .avif),
    (["avif", "mif1"], .avif), (["mif1", "miaf"], .heif), (["msf1", "hevc"], .heic),
    (["qt  ", "qt  "], .quickTime), (["isom", "mp42"], .mpeg4), (["M4V ", "isom"], .m4v),
    (["3gp4", "isom"], .threeGPP), (["crx ", "isom"], .cr3), (["M4A ", "isom"], .unknown),
  ])
  func brandsTellTheFormat(brands: [String], format: MediaFormat) {
    let head = ISOFixture.box(
      "ftyp", Array(brands[0].utf8), [0, 0, 0, 0], brands.flatMap { Array($0.utf8) })
    #expect(head.withUnsafeBytes { HeaderReader.format(of: $0) } == format)
  }

  @Test func movieFactsComeFromTheHeaderWhereverItStands() throws {
    let type = ISOFixture.fileType("qt  ")
    let header = ISOFixture.movieHeader(created: 3_526_234_168, quarterTurns: 1)
    let data = ISOFixture.box("mdat", [UInt8](repeating: 0, count: 100_000))
    for bytes in [type + header + data, type + data + header, data + header] {
      let facts = try ScratchFile.facts(bytes)
      #expect(facts.format == .quickTime)
      #expect((facts.pixelWidth, facts.pixelHeight, facts.orientation) == (1080, 1920, 6))
      #expect(facts.durationMilliseconds == 2500)
      #expect(facts.frameRate == 30)
      #expect(facts.captureDate?.wallClockMilliseconds == 1_443_389_368_000)
      #expect(facts.captureDate?.isMoment == true)
      #expect(facts.captureDate?.source == .quicktime)
      #expect(facts.problem == nil)
    }
  }

  @Test func quickTimeMetadataIsBelievedBeforeTheHeader() throws {
    let header = ISOFixture.movieHeader(
      created: 3_526_234_168,
      metadata: [
        ("make", "Apple"), ("unknown", "x"), ("content.identifier", "ABC-1"),
        ("creationdate", "2019-02-08T15:17:00-0800"),
        ("location.ISO6709", "+37.3317-122.0307+012.500/"),
      ])
    let facts = try ScratchFile.facts(ISOFixture.fileType("qt  ") + header)
    #expect(facts.make == "Apple")
    #expect(facts.contentIdentifier == "ABC-1")
    #expect(facts.captureDate?.wallClockMilliseconds == 1_549_639_020_000)
    #expect(facts.captureDate?.offsetMinutes == -480)
    #expect(
      facts.location == MediaLocation(latitude: 37.3317, longitude: -122.0307, altitude: 12.5))
  }

  @Test(arguments: [
    ("+00.0000+000.0000/", nil, false), ("+00.0000+000.0000+000.000/", "0.000", false),
    ("+00.0000+000.0000/", "-1", false), ("+00.0000+000.0000/", "4.75", true),
    ("+00.0000+007.0000/", nil, true),
  ])
  func zeroZeroIsAPlaceOnlyIfItWasMeasured(
    place: String, accuracy: String?, isPlace: Bool
  ) throws {
    var metadata = [("location.ISO6709", place)]
    if let accuracy { metadata.append(("location.accuracy.horizontal", accuracy)) }
    for metadata in [metadata, metadata.reversed()] {
      let header = ISOFixture.movieHeader(metadata: metadata)
      let facts = try ScratchFile.facts(ISOFixture.fileType("qt  ") + header)
      #expect((facts.location != nil) == isPlace)
    }
  }

  @Test func aZeroCreationTimeIsAbsent() throws {
    let facts = try ScratchFile.facts(ISOFixture.fileType("qt  ") + ISOFixture.movieHeader())
    #expect(facts.captureDate == nil)
  }

  @Test func canonsRawFileIsReadFromItsBlocks() throws {
    let main = TIFFFixture().bytes([
      (0x0100, .short(6000)), (0x0101, .short(4000)), (0x010F, .text("Canon")),
      (0x0112, .short(8)),
    ])
    let exif = TIFFFixture().bytes([(0x9003, .text("2015:09:27 21:29:28"))])
    let identifier: [UInt8] = [
      0x85, 0xC0, 0xB6, 0x87, 0x82, 0x0F, 0x11, 0xE0, 0x81, 0x11, 0xF4, 0xCE, 0x46, 0x2B, 0x6A,
      0x48,
    ]
    let thumbnail =
      ByteBuilder.big(UInt32(0)) + ByteBuilder.big(UInt16(160), 120)
      + ByteBuilder.big(UInt32(5), 0) + [1, 2, 3, 4, 5]
    let canon = ISOFixture.box(
      "uuid", identifier, ISOFixture.box("CMT1", main), ISOFixture.box("CMT2", exif),
      ISOFixture.box("THMB", thumbnail))
    let facts = try ScratchFile.facts(
      ISOFixture.fileType("crx ", "isom") + ISOFixture.box("moov", canon))
    #expect(facts.format == .cr3)
    #expect((facts.pixelWidth, facts.pixelHeight) == (4000, 6000))
    #expect(facts.make == "Canon")
    #expect(facts.captureDate?.wallClockMilliseconds == 1_443_389_368_000)
    #expect(facts.embeddedPreview?.range.count == 5)
    #expect(facts.embeddedPreview?.pixelWidth == 160)
  }
}
