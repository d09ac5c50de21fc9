import Foundation
import Samples
import TestSupport
import Testing

@testable import Decoder

/// Metadata that was made to break its readers: each gives valid JSON of bounded size, and a
/// broken part leaves the others alone.
@Suite struct MetadataHostileTests {
  /// A block with one directory of such entries, each twelve bytes, and what the next one is.
  private func block(_ entries: [[UInt8]], next: UInt8 = 0, more: [UInt8] = []) -> [UInt8] {
    Array("MM\0*".utf8) + [0, 0, 0, 8, 0, UInt8(entries.count)] + entries.flatMap { $0 }
      + [0, 0, 0, next] + more
  }

  private let make: [UInt8] = [0x01, 0x0F, 0, 2, 0, 0, 0, 3, 0x41, 0x42, 0, 0]

  private func problem(_ block: [UInt8]) throws -> String? {
    let exif = try MetadataFile(exif: block).exif
    #expect(exif.text("Make") == "AB")
    return exif.text("problem")
  }

  @Test func directoriesThatPointAtThemselvesAreReadOnce() throws {
    let exif: [UInt8] = [0x87, 0x69, 0, 4, 0, 0, 0, 1, 0, 0, 0, 8]
    let gps: [UInt8] = [0x88, 0x25, 0, 4, 0, 0, 0, 1, 0, 0, 0, 8]
    let interoperability: [UInt8] = [0xA0, 0x05, 0, 4, 0, 0, 0, 1, 0, 0, 0, 8]
    let looped = block([make, exif, gps, interoperability], next: 8)
    #expect(try MetadataFile(exif: looped).exif.text("Make") == "AB")
  }

  @Test func countsOfFourBillionAreRefused() throws {
    for type in UInt8(1)...13 {
      let entry: [UInt8] = [0xF0, 0x01, 0, type, 0xFF, 0xFF, 0xFF, 0xFF, 0, 0, 0, 8]
      #expect(
        try problem(block([make, entry])) == "the value of tag 61441 is outside the block")
    }
  }

  @Test func placesOutsideTheBlockAreReported() throws {
    let far: [UInt8] = [0xF0, 0x01, 0, 5, 0, 0, 0, 1, 0xFF, 0xFF, 0xFF, 0xF0]
    #expect(try problem(block([make, far])) == "the value of tag 61441 is outside the block")
    let exif: [UInt8] = [0x87, 0x69, 0, 4, 0, 0, 0, 1, 0xFF, 0, 0, 0]
    #expect(try problem(block([make, exif])) == "a directory is outside the block")
    let odd: [UInt8] = [0xF0, 0x01, 0, 99, 0, 0, 0, 1, 0, 0, 0, 0]
    #expect(try problem(block([make, odd])) == "the value of tag 61441 is of an unknown type")
    let crowded = Array("MM\0*".utf8) + [0, 0, 0, 8, 0xFF, 0xFF] + make
    #expect(
      try MetadataFile(exif: crowded).exif.text("problem") == "a directory ends outside the block")
  }

  @Test func aBlockWithoutATIFFHeaderSaysSo() throws {
    for bytes in [[], [0x49], Array("nothing of the kind".utf8)] as [[UInt8]] {
      let exif = try MetadataFile(exif: bytes).exif
      #expect(exif.text("problem") == "the EXIF block has no TIFF header")
    }
  }

  @Test func manyLargeValuesStayWithinBounds() throws {
    var directory = TIFFDirectory([0x010F: .ascii("AB")])
    for tag in UInt16(0xF000)..<0xF200 {
      directory[tag] = .ascii(String(repeating: "\u{1}", count: 16_000))
    }
    let block = TIFFBlock(byteOrder: .little, directories: [directory]).encoded()
    let file = try MetadataFile(exif: block)
    #expect(file.exif.text("Make") == "AB")
    #expect(file.exif.text("problem") == "a directory has more than 300 entries")
    #expect(file.json.count < 1 << 20)
  }

  @Test func everyByteOfABlockMayBeWrong() throws {
    let picture = EXIFBlock { block in
      block.make = "AB"
      block.userComment = "c"
      block.position = Position(latitude: 1, longitude: 2)
      block.thumbnail = [0xFF, 0xD8]
    }
    let block = picture.encoded()
    var generator = SeededGenerator(seed: 7)
    for place in block.indices {
      for value in [0xFF, UInt8.random(in: 0...254, using: &generator)] as [UInt8] {
        var broken = block
        broken[place] = value
        _ = try MetadataFile(exif: broken)
      }
    }
  }

  @Test func textsThatAreNotUTF8AreMadeSo() throws {
    var bytes: [UInt8] = []
    for byte in UInt8(1)...255 { bytes += [byte, 0x41] }
    let details = TIFFDirectory([0x9286: .undefined(Array("ASCII\0\0\0".utf8) + bytes)])
    let block = TIFFBlock(
      byteOrder: .little, directories: [TIFFDirectory([0x8769: .directory(details)])])
    let file = try MetadataFile(exif: block.encoded())
    #expect(String(validating: file.json, as: UTF8.self) != nil)
    #expect(file.exif.text("UserComment") == String(decoding: bytes, as: UTF8.self))
  }

  @Test(
    arguments: [
      """
      <!DOCTYPE x [<!ENTITY a "aaaaaaaaaa"><!ENTITY b "&a;&a;&a;&a;&a;&a;&a;&a;&a;&a;">]>
      <x>&b;</x>
      """,
      "<!DOCTYPE x [<!ENTITY f SYSTEM \"file:///etc/passwd\">]><x>&f;</x>",
      "<!DOCTYPE x SYSTEM \"http://example.com/x.dtd\"><x/>",
    ])
  func aDocumentTypeIsRefused(_ text: String) throws {
    let xmp = try MetadataFile(xmp: Array(text.utf8)).xmp
    #expect(xmp.count == 1)
    #expect(xmp.text("problem") == "the XMP has a document type, which is not read")
  }

  @Test func deepNestingIsRefused() throws {
    let levels = 100_000
    let text =
      String(repeating: "<dc:a rdf:parseType=\"Resource\">", count: levels)
      + String(repeating: "</dc:a>", count: levels)
    let xmp = try MetadataFile(xmp: MetadataXMPTests.packet("xmp:Rating=\"1\"", text)).xmp
    #expect(xmp.number("xmp:Rating") == 1)
    #expect(xmp.text("problem") == "the XMP is nested too deeply or has too many elements")
  }

  @Test func tenMegabytesOfXMPAreNotRead() throws {
    let text = String(repeating: "x", count: 10 << 20)
    let xmp = try MetadataFile(xmp: MetadataXMPTests.packet("", "<dc:a>\(text)</dc:a>")).xmp
    #expect(xmp.text("problem") == "the XMP is larger than 4 MiB, or cut off")
  }

  @Test func moreThanIsShownIsSaid() throws {
    let item = "<rdf:li>\(String(repeating: "&#1055;", count: 20))</rdf:li>"
    let list = String(repeating: item, count: 20_000)
    let packet = MetadataXMPTests.packet(
      "xmp:Rating=\"1\"", "<dc:subject><rdf:Bag>\(list)</rdf:Bag></dc:subject>")
    let file = try MetadataFile(xmp: packet)
    #expect(file.xmp.number("xmp:Rating") == 1)
    #expect(file.json.count < 4 << 20)
    let texts = String(repeating: "\u{1F30A}", count: 4000)
    let many = (0..<200).map { "<xmp:a\($0)>\(texts)</xmp:a\($0)>" }.joined()
    let large = try MetadataFile(xmp: MetadataXMPTests.packet("xmp:Rating=\"1\"", many))
    #expect(large.xmp.number("xmp:Rating") == 1)
    #expect(large.xmp.text("problem") == "there is more than is shown")
    #expect(large.json.count < 2 << 20)
  }

  @Test func aPictureInATextIsRecognizedByItsSize() throws {
    let picture = String(repeating: "A", count: 40_000)
    let xmp = try MetadataFile(
      xmp: MetadataXMPTests.packet("", "<xmp:Thumbnail>\(picture)</xmp:Thumbnail>")
    ).xmp
    #expect(xmp.object("xmp:Thumbnail")?.number("byteCount") == 40_000)
  }

  @Test func aBrokenPartLeavesTheOthersAlone() throws {
    var records = IPTCBlock()
    records.add(90, "Bergen")
    var picture = JPEGPicture(width: 16, height: 16)
    picture.segments = [
      (0xE1, Array("Exif\0\0MM\0*".utf8) + [0, 0, 0xFF, 0xFF, 0, 0]),
      (
        0xE1,
        Array("http://ns.adobe.com/xap/1.0/\0".utf8)
          + MetadataXMPTests.packet(
            "xmp:Rating=\"1\"", "<dc:a>")
      ),
      records.segment,
    ]
    let file = try MetadataFile(picture)
    #expect(file.exif.text("problem") == "a directory is outside the block")
    #expect(file.xmp.number("xmp:Rating") == 1)
    #expect(file.xmp.text("problem") == "the XMP is not well-formed XML")
    #expect(file.iptc.text("City") == "Bergen")
  }

  @Test func segmentsThatLieGiveNothing() throws {
    for end in [[0xFF, 0xED, 0, 1], [0xFF, 0xED, 0xFF, 0xFF], [0xFF], [0x41, 0x42]] as [[UInt8]] {
      let file = try MetadataFile([0xFF, 0xD8] + end)
      #expect(file.object.isEmpty)
    }
    let lying = Array("Photoshop 3.0\08BIM".utf8) + [4, 4, 0, 0, 0xFF, 0xFF, 0xFF, 0xFF]
    let picture = JPEGPicture(width: 16, height: 16) { $0.segments = [(0xED, lying)] }
    #expect(try MetadataFile(picture).object.isEmpty)
  }

  @Test(.enabled(if: SharedData.has("exif-samples")))
  func realFilesAndTheirHalvesGiveValidJSON() throws {
    let folder = try #require(SharedData.path("exif-samples"))
    let names = try FileManager.default.subpathsOfDirectory(atPath: folder).sorted()
    var generator = SeededGenerator(seed: 3)
    var read = 0
    for name in names {
      guard let content = FileManager.default.contents(atPath: "\(folder)/\(name)") else {
        continue
      }
      let file = try MetadataFile(path: "\(folder)/\(name)")
      if !file.exif.isEmpty { read += 1 }
      #expect(file.exif["problem"] == nil, "\(name)")
      // Broken within the first 64 KiB, where metadata lie.
      var bytes = Array(content.prefix(200_000))
      for _ in 0..<30 {
        let place = Int.random(in: 0..<min(bytes.count, 1 << 16), using: &generator)
        bytes[place] = .random(in: 0...255, using: &generator)
      }
      _ = try MetadataFile(bytes)
      _ = try MetadataFile(Array(bytes.prefix(bytes.count / 3)))
    }
    #expect(read > 80)
  }
}
