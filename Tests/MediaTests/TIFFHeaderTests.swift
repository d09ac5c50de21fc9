import Files
import Media
import Samples
import Testing

@Suite struct TIFFHeaderTests {
  private static let small: TIFFFixture.Entries = [
    (0x00FE, .long(1)), (0x0100, .short(160)), (0x0101, .short(120)),
  ]
  private static let full: TIFFFixture.Entries = [
    (0x00FE, .long(0)), (0x0100, .short(6000)), (0x0101, .short(4000)),
    (0x0106, .short(32803)),
  ]

  @Test(arguments: [true, false]) func aPlainTIFF(isLittleEndian: Bool) throws {
    let bytes = TIFFFixture(isLittleEndian: isLittleEndian).bytes([
      (0x0100, .short(40)), (0x0101, .long(30)), (0x0106, .short(5)), (0x0112, .short(5)),
    ])
    let facts = try ScratchFile.facts(bytes)
    #expect(facts.format == .tiff)
    #expect((facts.pixelWidth, facts.pixelHeight, facts.orientation) == (30, 40, 5))
    #expect(facts.colorModel == .cmyk)
  }

  @Test(arguments: [
    ("NIKON CORPORATION", MediaFormat.nef), ("SONY", .arw), ("Somebody", .tiff),
  ])
  func rawFilesAreRecognizedByMakerAndStructure(make: String, format: MediaFormat) throws {
    let bytes = TIFFFixture().bytes(
      Self.small + [(0x010F, .text(make)), (0x014A, .directory(Self.full))])
    let facts = try ScratchFile.facts(bytes)
    #expect(facts.format == format)
    #expect(facts.pixelWidth == (format == .tiff ? 160 : 6000))
  }

  @Test func aTIFFMadeFromARawFileIsNoRawFile() throws {
    let bytes = TIFFFixture().bytes([
      (0x0100, .short(40)), (0x0101, .short(30)), (0x010F, .text("NIKON")),
    ])
    #expect(try ScratchFile.facts(bytes).format == .tiff)
  }

  @Test func aDNGIsRecognizedByItsVersion() throws {
    let bytes = TIFFFixture().bytes(
      Self.small + [
        (0x010F, .text("SONY")), (0x014A, .directory(Self.full)), (0xC612, .bytes([1, 4, 0, 0])),
      ])
    let facts = try ScratchFile.facts(bytes)
    #expect(facts.format == .dng)
    #expect((facts.pixelWidth, facts.pixelHeight) == (6000, 4000))
  }

  @Test func aCR2IsRecognizedByItsMark() throws {
    var bytes = TIFFFixture().bytes([(0x0100, .short(40)), (0x0101, .short(30))])
    bytes.replaceSubrange(4..<8, with: ByteBuilder.little(UInt32(16)))
    bytes.insert(contentsOf: [0x43, 0x52, 2, 0, 0, 0, 0, 0], at: 8)
    let facts = try ScratchFile.facts(bytes)
    #expect(facts.format == .cr2)
    #expect(facts.pixelWidth == 40)
  }

  @Test func aBigTIFF() throws {
    var file = ByteBuilder(isLittleEndian: true)
    file.add("II")
    file.add(UInt16(43))
    file.add(UInt16(8))
    file.add(UInt16(0))
    file.add(UInt64(16))
    file.add(UInt64(2))
    for (tag, value) in [(UInt16(0x100), UInt64(70_000)), (0x101, 30)] {
      file.add(tag)
      file.add(UInt16(16))
      file.add(UInt64(1))
      file.add(value)
    }
    file.add(UInt64(0))
    let facts = try ScratchFile.facts(file.bytes)
    #expect((facts.pixelWidth, facts.pixelHeight) == (70_000, 30))
  }

  @Test func aDirectoryAtTheFilesEndIsFound() throws {
    var bytes = TIFFFixture().bytes([(0x0100, .short(40)), (0x0101, .short(30))])
    let directory = Array(bytes[8...])
    bytes = Array(bytes[..<4]) + ByteBuilder.little(UInt32(200_000))
    bytes += [UInt8](repeating: 0, count: 200_000 - 8) + directory
    #expect(try ScratchFile.facts(bytes).pixelWidth == 40)
  }

  /// TIFF/EP keeps them there, as do writers who know of one directory.
  @Test func whatBelongsToEXIFCountsInTheMainDirectoryToo() throws {
    let entries: TIFFFixture.Entries = [
      (0x0132, .text("2020:01:01 00:00:00")), (0x9003, .text("2015:09:27 21:29:28")),
      (0x9011, .text("+02:00")), (0xA434, .text("50mm")),
    ]
    let facts = try ScratchFile.facts(RasterFixture.jpeg(exif: TIFFFixture().bytes(entries)))
    #expect(facts.captureDate?.wallClockMilliseconds == 1_443_389_368_000)
    #expect(facts.captureDate?.offsetMinutes == 120)
    #expect(facts.lens == "50mm")
    let own: TIFFFixture.Entries = [(0x8769, .directory([(0x9003, .text("2014:01:01 00:00:00"))]))]
    let both = try ScratchFile.facts(
      RasterFixture.jpeg(exif: TIFFFixture().bytes(entries + own)))
    #expect(both.captureDate?.wallClockMilliseconds == 1_388_534_400_000)
  }

  @Test(arguments: [UInt16(4), 9, 13]) func pointersOfEveryTypeAreFollowed(type: UInt16) throws {
    let degrees: [(UInt32, UInt32)] = [(54, 1), (30, 1), (0, 1)]
    let gps: TIFFFixture.Entries = [
      (1, .text("N")), (2, .rationals(degrees)), (3, .text("E")), (4, .rationals(degrees)),
    ]
    var bytes = TIFFFixture().bytes([(0x8825, .directory(gps))])
    bytes.replaceSubrange(12..<14, with: ByteBuilder.little(type))
    let facts = try ScratchFile.facts(RasterFixture.jpeg(exif: bytes))
    #expect(facts.location?.latitude == 54.5)
    #expect(facts.location?.longitude == 54.5)
    // A place before the block, in a number with a sign.
    bytes.replaceSubrange(18..<22, with: [0xFF, 0xFF, 0xFF, 0xFF])
    #expect(try ScratchFile.facts(RasterFixture.jpeg(exif: bytes)).location == nil)
  }

  /// A receiver without a fix writes 0, 0; one with a fix says how far it may be off.
  @Test(arguments: [(0, false), (5, true)] as [(UInt32, Bool)])
  func zeroZeroIsAPlaceOnlyIfItWasMeasured(
    error: UInt32, isPlace: Bool
  ) throws {
    let zero: [(UInt32, UInt32)] = [(0, 1), (0, 1), (0, 1)]
    let gps: TIFFFixture.Entries = [
      (1, .text("N")), (2, .rationals(zero)), (3, .text("E")), (4, .rationals(zero)),
      (31, .rationals([(error, UInt32(1))])),
    ]
    let bytes = TIFFFixture().bytes([(0x8825, .directory(gps))])
    let facts = try ScratchFile.facts(RasterFixture.jpeg(exif: bytes))
    #expect(facts.location == (isPlace ? MediaLocation(latitude: 0, longitude: 0) : nil))
    let equator = TIFFFixture().bytes([
      (
        0x8825,
        .directory([
          (1, .text("N")), (2, .rationals(zero)), (3, .text("E")),
          (4, .rationals([(7, 1), (0, 1), (0, 1)])),
        ])
      )
    ])
    #expect(
      try ScratchFile.facts(RasterFixture.jpeg(exif: equator)).location
        == MediaLocation(latitude: 0, longitude: 7))
  }

  /// Exif 3.0 has a type of its own for texts in UTF-8.
  @Test func textsOfExif3AreRead() throws {
    var bytes = EXIFBlock {
      $0.byteOrder = .big
      $0.make = "Kamera GmbH"
      $0.dateTimeOriginal = "2020:02:03 04:05:06"
      $0.moreValues = [0x013B: .ascii("Jürgen")]
    }.encoded()
    for tag: [UInt8] in [[0x01, 0x0F], [0x01, 0x3B], [0x90, 0x03]] {
      let entry = try #require(bytes.firstRange(of: tag + [0, 2]))
      bytes[entry.lowerBound + 3] = 129
    }
    let file = RasterFixture.jpeg(exif: bytes)
    let facts = try ScratchFile.facts(file)
    #expect(facts.make == "Kamera GmbH")
    #expect(facts.captureDate?.wallClockMilliseconds == 1_580_702_706_000)
    #expect(try ScratchFile.description(file).creator == "Jürgen")
  }

  @Test(arguments: [UInt16(4), 13, 16, 18]) func theEXIFOfABigTIFFIsRead(type: UInt16) throws {
    func entry(_ tag: UInt16, _ type: UInt16, _ count: UInt64, _ value: UInt64) -> [UInt8] {
      ByteBuilder.little(tag, type) + ByteBuilder.little(count, value)
    }
    let main = ByteBuilder.little(UInt64(3)) + entry(0x0100, 3, 1, 40) + entry(0x0101, 3, 1, 30)
    let exifStart = UInt64(16 + 8 + 3 * 20 + 8)
    let textStart = exifStart + 8 + 20 + 8
    let bytes =
      [0x49, 0x49, 43, 0, 8, 0, 0, 0] + ByteBuilder.little(UInt64(16)) + main
      + entry(0x8769, type, 1, exifStart) + ByteBuilder.little(UInt64(0))
      + ByteBuilder.little(UInt64(1)) + entry(0x9003, 2, 20, textStart)
      + ByteBuilder.little(UInt64(0)) + Array("2015:09:27 21:29:28\0".utf8)
    let facts = try ScratchFile.facts(bytes)
    #expect((facts.pixelWidth, facts.pixelHeight) == (40, 30))
    #expect(facts.captureDate?.wallClockMilliseconds == 1_443_389_368_000)
    #expect(try ScratchFile.facts(RasterFixture.jpeg(exif: bytes)).captureDate == facts.captureDate)
  }
}

@Suite struct SignedTIFFTests {
  /// Some writers have SSHORT and SLONG for what can't be below 0.
  @Test(arguments: [UInt16(8), 9]) func signedSidesAreSides(type: UInt16) throws {
    let bytes = TIFFFixture().bytes([
      (0x0100, .raw(type: type, count: 1, value: 40)),
      (0x0101, .raw(type: type, count: 1, value: 30)),
      (0x0112, .raw(type: type, count: 1, value: 6)),
    ])
    let facts = try ScratchFile.facts(bytes)
    #expect((facts.pixelWidth, facts.pixelHeight, facts.orientation) == (30, 40, 6))
    #expect(facts.problem == nil)
  }

  @Test func aSideBelowZeroIsNone() throws {
    let bytes = TIFFFixture().bytes([
      (0x0100, .raw(type: 9, count: 1, value: 0xFFFF_FFFF)), (0x0101, .short(30)),
    ])
    #expect(try ScratchFile.facts(bytes).problem == .sizeMissing)
  }
}
