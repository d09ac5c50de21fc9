import Media
import Samples
import Testing

/// Raw files in structures of their makers' own.
@Suite struct CameraFileTests {
  @Test(arguments: [
    (CameraFile.Kind.raf, MediaFormat.raf), (.rw2, .rw2), (.crw, .crw), (.mrw, .mrw), (.x3f, .x3f),
  ])
  func aRawFileGivesSizeCameraAndDate(kind: CameraFile.Kind, format: MediaFormat) throws {
    let file = CameraFile(kind, width: 6000, height: 4000) {
      $0.exif.orientation = 6
      $0.exif.dateTimeOriginal = "2015:09:27 21:29:28"
      $0.rotation = 90
    }
    let facts = try ScratchFile.facts(file.encoded())
    #expect(facts.format == format)
    #expect(facts.format.isRaw)
    #expect((facts.pixelWidth, facts.pixelHeight, facts.orientation) == (4000, 6000, 6))
    #expect((facts.make, facts.model) == ("Maker", "Model"))
    #expect(facts.captureDate?.wallClockMilliseconds == 1_443_389_368_000)
    #expect(facts.captureDate?.source == .exif)
    #expect(facts.problem == nil)
  }

  /// Minolta's sample has none.
  @Test(arguments: [CameraFile.Kind.raf, .rw2, .crw, .x3f])
  func aRawFileHoldsAPreview(kind: CameraFile.Kind) throws {
    let bytes = CameraFile(kind, width: 6000, height: 4000).encoded()
    let facts = try ScratchFile.facts(bytes)
    let range = try #require(facts.embeddedPreview?.range)
    let preview = Array(bytes[Int(range.offset)..<Int(range.offset + range.count)])
    #expect(preview.starts(with: [0xFF, 0xD8]) && preview.suffix(2) == [0xFF, 0xD9])
  }

  /// Canon's make takes six bytes, whether a NUL ends it or not.
  @Test func theMakeOfACRWEndsWhereTheModelBegins() throws {
    var bytes = CameraFile(.crw, width: 6000, height: 4000).encoded()
    let place = try #require(bytes.firstRange(of: Array("Maker\0Model".utf8)))
    bytes[place.lowerBound + 5] = UInt8(ascii: "V")
    let facts = try ScratchFile.facts(bytes)
    #expect((facts.make, facts.model) == ("MakerV", "Model"))
  }

  @Test(arguments: [("LEICA CAMERA AG", MediaFormat.rwl), ("Panasonic", .rw2)])
  func leicasFilesAreDistinguishedFromPanasonics(make: String, format: MediaFormat) throws {
    let file = CameraFile(.rw2, width: 6000, height: 4000) { $0.exif.make = make }
    #expect(try ScratchFile.facts(file.encoded()).format == format)
  }

  @Test func anOlderPanasonicFileIsATypeOfItsOwn() throws {
    var bytes = CameraFile(.rw2, width: 6000, height: 4000).encoded()
    bytes[8] = 0
    let facts = try ScratchFile.facts(bytes)
    #expect(facts.format == .panasonicRaw)
    #expect(facts.pixelWidth == 6000)
  }

  @Test(arguments: [
    ("PENTAX K-1", MediaFormat.pef), ("SAMSUNG TECHWIN", .pef), ("Somebody", .tiff),
  ])
  func aMosaicInTheFirstDirectoryIsARawFile(make: String, format: MediaFormat) throws {
    let bytes = TIFFFixture().bytes([
      (0x0100, .short(40)), (0x0101, .short(30)), (0x0106, .short(32803)), (0x010F, .text(make)),
    ])
    #expect(try ScratchFile.facts(bytes).format == format)
  }

  @Test func heapsWithinHeapsEnd() throws {
    var bytes = Array("II".utf8) + ByteBuilder.little(UInt32(26)) + Array("HEAPCCDR".utf8)
    bytes += [UInt8](repeating: 0, count: 12)
    // A directory whose one entry is the heap that it lies in.
    bytes +=
      ByteBuilder.little(UInt16(1), UInt16(0x300A)) + ByteBuilder.little(UInt32(16), UInt32(0))
    bytes += ByteBuilder.little(UInt32(0))
    let facts = try ScratchFile.facts(bytes)
    #expect(facts.format == .crw)
    #expect(facts.problem == .tooLarge)
  }
}
