import Media
import Samples
import Testing

/// Broken files of every format, made of whole ones.
@Suite struct MutatedFileTests {
  /// A whole sample costs some reads; what is broken must not cost much more, whatever it claims.
  private static let costLimit = 1 << 20

  private static let kinds = SampleKinds.all + SampleMovies.all

  @Test(arguments: kinds.indices)
  func aBrokenFileCostsLittleAndItsFactsStayPlausible(kind: Int) throws {
    let whole = Self.kinds[kind].sample.encoded()
    var mutator = Mutator(seed: UInt64(kind))
    var reader = HeaderReader()
    for number in 0..<250 {
      let file = ScratchFile(mutator.mutated(whole))
      let facts = try reader.read(descriptor: file.descriptor, size: file.size)
      #expect(reader.cost <= Self.costLimit, "number \(number) of \(Self.kinds[kind].name)")
      #expect((1...8).contains(facts.orientation))
      #expect(facts.pixelWidth >= 0 && facts.pixelHeight >= 0)
      for range in [facts.exifBlock, facts.xmpBlock, facts.embeddedPreview?.range] {
        guard let range else { continue }
        #expect(range.offset >= 0 && range.count >= 0 && range.offset + range.count <= file.size)
      }
      _ = try Completeness(descriptor: file.descriptor, size: file.size, format: facts.format)
    }
  }

  @Test func thereAreTwoThousandOfThem() {
    #expect(Self.kinds.count * 250 >= 2000)
  }

  @Test func aHundredThousandFramesOfAWebPAreNotWalked() throws {
    let frame = ("ANMF", [UInt8](repeating: 0, count: 16))
    let bytes = RasterFixture.webp(
      [("VP8X", RasterFixture.webpCanvas(flags: 0x02)), ("ANIM", [0, 0, 0, 0, 9, 0])]
        + Array(repeating: frame, count: 100_000))
    let file = ScratchFile(bytes)
    var reader = HeaderReader()
    let facts = try reader.read(descriptor: file.descriptor, size: file.size)
    #expect(facts.isAnimated)
    #expect((facts.pixelWidth, facts.pixelHeight) == (40, 30))
    #expect(reader.cost <= 16 << 10)
  }

  @Test(arguments: ["<html><svg width='9'/></html>", "P1 is a plan", "%PDF-1.7\n%\u{E2}"])
  func whatIsNoPictureIsOfUnknownType(text: String) throws {
    let facts = try ScratchFile.facts(Array(text.utf8))
    #expect(facts.format == .unknown)
    #expect((facts.pixelWidth, facts.pixelHeight) == (0, 0))
  }

  /// Boxes that each hold one byte less lead to as many reads as there are bytes.
  @Test func manySmallReadsAreBounded() throws {
    let hole: Int64 = 1 << 30
    var boxes = ISOFixture.fileType("qt  ")
    boxes += ByteBuilder.big(UInt32(1)) + Array("free".utf8) + ByteBuilder.big(UInt64(hole))
    let file = ScratchFile(boxes)
    var reader = HeaderReader()
    _ = try reader.read(descriptor: file.descriptor, size: hole * 4)
    #expect(reader.cost <= HeaderReader.costLimit)
  }
}
