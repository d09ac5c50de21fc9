import Media
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
  func rawFilesAreToldByMakerAndStructure(make: String, format: MediaFormat) throws {
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

  @Test func aDNGIsToldByItsVersion() throws {
    let bytes = TIFFFixture().bytes(
      Self.small + [
        (0x010F, .text("SONY")), (0x014A, .directory(Self.full)), (0xC612, .bytes([1, 4, 0, 0])),
      ])
    let facts = try ScratchFile.facts(bytes)
    #expect(facts.format == .dng)
    #expect((facts.pixelWidth, facts.pixelHeight) == (6000, 4000))
  }

  @Test func aCR2IsToldByItsMark() throws {
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
}
