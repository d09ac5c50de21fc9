import Media
import Testing

#if canImport(Glibc)
  import Glibc
#elseif canImport(Darwin)
  import Darwin
#endif

@Suite struct MalformedFileTests {
  private static let exif = TIFFFixture(thumbnail: [(0x0201, .long(8)), (0x0202, .long(9))]).bytes([
    (0x010F, .text("Apple")), (0x0112, .short(6)),
    (
      0x8769,
      .directory([
        (0x9003, .text("2015:09:27 21:29:28")), (0x9286, .bytes(Array("ASCII\0\0\0Hello".utf8))),
        (0x927C, .bytes(Array("Apple iOS\0\0\u{1}MM".utf8) + [0, 1, 0, 0x11, 0, 2, 0, 0, 0, 3])),
      ])
    ),
    (0x8825, .directory([(1, .text("N")), (2, .rationals([(1, 1), (2, 1), (3, 0)]))])),
  ])

  private static let seeds: [[UInt8]] = [
    RasterFixture.jpeg(exif: exif, xmp: "<a exif:UserComment='x'/>"),
    RasterFixture.png([
      RasterFixture.chunk("eXIf", exif), RasterFixture.text("Software", "scrot"),
      RasterFixture.internationalText("XML:com.adobe.xmp", "<a xmp:CreateDate='2020-01-01'/>"),
    ]),
    RasterFixture.gif(frames: 3, loops: 1),
    RasterFixture.webp([
      ("VP8X", RasterFixture.webpCanvas(flags: 0x0E)), ("ANIM", [0, 0, 0, 0, 1, 0]),
      ("EXIF", exif), ("XMP ", Array("<a/>".utf8)),
    ]),
    ISOFixture.heif(
      properties: [ISOFixture.size(40, 30), ISOFixture.box("irot", [1])], exif: exif),
    ISOFixture.fileType("qt  ")
      + ISOFixture.movieHeader(created: 1, metadata: [("make", "Apple"), ("model", "M")]),
    TIFFFixture().bytes([
      (0x00FE, .long(1)), (0x010F, .text("NIKON")), (0x0100, .short(4)), (0x0101, .short(3)),
      (0x014A, .directory([(0x0100, .long(40)), (0x0101, .long(30))])),
      (0x8769, .directory([(0x9003, .text("2015:09:27 21:29:28"))])),
    ]),
    exif,
  ]

  /// A generator of its own, so that a failure names the run that shows it again.
  private struct Random {
    var state: UInt64

    mutating func next(_ bound: Int) -> Int {
      state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
      return Int(state >> 33) % max(bound, 1)
    }
  }

  @Test(arguments: seeds.indices) func mutationsNeverTrapAndStayPlausible(seed: Int) throws {
    var random = Random(state: UInt64(seed) &+ 1)
    var reader = HeaderReader()
    for _ in 0..<3000 {
      let bytes = Self.mutated(Self.seeds[seed], &random)
      let file = ScratchFile(bytes)
      let facts = try reader.read(descriptor: file.descriptor, size: file.size)
      #expect((1...8).contains(facts.orientation))
      #expect(facts.pixelWidth >= 0 && facts.pixelHeight >= 0)
      for range in [facts.exifBlock, facts.xmpBlock, facts.embeddedPreview?.range] {
        if let range {
          #expect(range.offset >= 0 && range.count >= 0)
          #expect(range.offset + range.count <= file.size)
        }
      }
      _ = try Completeness(descriptor: file.descriptor, size: file.size, format: facts.format)
    }
  }

  private static func mutated(_ seed: [UInt8], _ random: inout Random) -> [UInt8] {
    var bytes = seed
    for _ in 0...random.next(4) where !bytes.isEmpty {
      let place = random.next(bytes.count)
      switch random.next(6) {
      case 0: bytes[place] = UInt8(random.next(256))
      case 1: bytes.removeSubrange(place...)
      case 2:
        for index in place..<min(place + 4, bytes.count) { bytes[index] = 0xFF }
      case 3:
        for index in place..<min(place + 8, bytes.count) { bytes[index] = 0 }
      case 4: bytes.insert(contentsOf: bytes[place..<min(place + 16, bytes.count)], at: place)
      default: bytes[place] ^= 1 << UInt8(random.next(8))
      }
    }
    return bytes
  }

  @Test func everyTruncationIsSurvived() throws {
    for seed in Self.seeds {
      for length in 0..<seed.count {
        let facts = try ScratchFile.facts(Array(seed.prefix(length)))
        #expect((1...8).contains(facts.orientation))
      }
    }
  }

  @Test func aDirectoryThatPointsAtItselfIsALoop() throws {
    let itself = TIFFFixture().bytes([
      (0x0112, .short(6)), (0x8769, .raw(type: 4, count: 1, value: 8)),
    ])
    let facts = try ScratchFile.facts(RasterFixture.jpeg(exif: itself))
    #expect(facts.problem == .loop)
    #expect((facts.orientation, facts.pixelWidth) == (6, 30))
  }

  @Test func aLyingLengthLosesOneValueOnly() throws {
    let exif = TIFFFixture().bytes([
      (0x010F, .raw(type: 2, count: 0xFFFF_FFFF, value: 0xFFFF_FFF0)), (0x0110, .text("Model")),
      (0x8825, .raw(type: 4, count: 1, value: 0xFFFF_FFFF)),
    ])
    let facts = try ScratchFile.facts(RasterFixture.jpeg(exif: exif))
    #expect(facts.make.isEmpty)
    #expect(facts.model == "Model")
    #expect(facts.problem == .lyingLength)
    #expect(facts.pixelWidth == 40)
  }

  @Test func aChunkOfFourGigabytesIsTruncated() throws {
    var bytes = RasterFixture.png()
    bytes.insert(contentsOf: [0xFF, 0xFF, 0xFF, 0xFF] + Array("eXIf".utf8), at: 33)
    let facts = try ScratchFile.facts(bytes)
    #expect(facts.pixelWidth == 40)
    #expect(facts.problem != nil)
  }

  @Test func boxesWithoutSizeOrWithinThemselvesEnd() throws {
    let type = ISOFixture.fileType("qt  ")
    let endless = type + [0, 0, 0, 0] + Array("moov".utf8) + [0, 0, 0, 0] + Array("trak".utf8)
    #expect(try ScratchFile.facts(endless).problem != nil)
    let tiny = type + [0, 0, 0, 4] + Array("moov".utf8) + [UInt8](repeating: 0, count: 64)
    #expect(try ScratchFile.facts(tiny).problem == .malformed)
    var nested: [UInt8] = []
    for _ in 0..<100 { nested = ISOFixture.box("mdia", nested) }
    let deep = try ScratchFile.facts(type + ISOFixture.box("moov", nested))
    #expect(deep.problem == .loop)
    let long = type + ByteBuilder.big(UInt32(1)) + Array("moov".utf8) + ByteBuilder.big(UInt64.max)
    #expect(try ScratchFile.facts(long).problem == .truncated)
  }

  @Test func aHugePictureInAFewBytesIsRead() throws {
    let bytes = RasterFixture.jpeg(width: 65_535, height: 65_535)
    #expect(bytes.count < 100)
    let facts = try ScratchFile.facts(bytes)
    #expect((facts.pixelWidth, facts.pixelHeight) == (65_535, 65_535))
  }

  @Test func aSizelessPictureSaysSo() throws {
    #expect(try ScratchFile.facts(RasterFixture.jpeg(width: 0)).problem == .sizeMissing)
    #expect(try ScratchFile.facts(RasterFixture.png(height: 0)).problem == .sizeMissing)
  }

  /// A sparse file of boxes that lead from one hole to the next must not be read to its end.
  @Test func aHugeSparseFileCostsABoundedNumberOfBytes() throws {
    let file = ScratchFile(ISOFixture.fileType("qt  "))
    let size: Int64 = 1 << 40
    #expect(ftruncate(file.descriptor, off_t(size)) == 0)
    var reader = HeaderReader()
    let facts = try reader.read(descriptor: file.descriptor, size: size)
    #expect(facts.problem != nil)
    let noise = ScratchFile([0xFF, 0xD8, 0xFF])
    #expect(ftruncate(noise.descriptor, off_t(size)) == 0)
    let jpeg = try reader.read(descriptor: noise.descriptor, size: size)
    #expect(jpeg.problem != nil)
  }

  @Test func aSystemErrorIsThrown() {
    var reader = HeaderReader()
    var thrown: MediaError?
    do {
      _ = try reader.read(descriptor: -1, size: 10)
    } catch {
      thrown = error
    }
    #expect(thrown == MediaError(code: EBADF))
  }
}
