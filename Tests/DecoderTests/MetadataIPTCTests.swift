import Samples
import Testing

@testable import Decoder

@Suite struct MetadataIPTCTests {
  private static var records: IPTCBlock {
    var records = IPTCBlock()
    records.add(1, 90, [0x1B, 0x25, 0x47])
    records.add(2, 0, [0, 4])
    records.add(25, "sea")
    records.add(25, "Düne")
    records.add(80, "Ann")
    records.add(90, "København")
    records.add(120, "A caption")
    records.add(55, "20150927")
    records.add(10, "5")
    records.add(2, 217, [1, 2])
    return records
  }

  private func expectAll(_ iptc: [String: Any]) {
    #expect(iptc.number("RecordVersion") == 4)
    #expect(iptc.texts("Keywords") == ["sea", "Düne"])
    #expect(iptc.texts("By-line") == ["Ann"])
    #expect(iptc.text("City") == "København")
    #expect(iptc.text("Caption-Abstract") == "A caption")
    #expect(iptc.text("DateCreated") == "20150927")
    #expect(iptc.number("Urgency") == 5)
    #expect(iptc.object("2:217")?.text("base64") == "AQI=")
    #expect(iptc["problem"] == nil)
  }

  @Test func recordsOfAJPEGAreFoundByTheirNames() throws {
    let picture = JPEGPicture(width: 16, height: 16) { $0.segments = [Self.records.segment] }
    expectAll(try MetadataFile(picture).iptc)
  }

  @Test func resourcesMayGoOnInTheNextSegment() throws {
    let content = Self.records.segment.content
    let introduction = Array("Photoshop 3.0\0".utf8)
    let picture = JPEGPicture(width: 16, height: 16) { picture in
      picture.segments = [
        (0xED, Array(content[..<70])), (0xED, introduction + content[70...]),
      ]
    }
    expectAll(try MetadataFile(picture).iptc)
  }

  @Test func recordsOfATIFFLieInATagOfTheirOwn() throws {
    let picture = TIFFPicture(width: 16, height: 16) { picture in
      picture.exif = EXIFBlock { $0.moreValues = [0x83BB: .undefined(Self.records.bytes)] }
    }
    let file = try MetadataFile(picture)
    expectAll(file.iptc)
    #expect(file.exif["IPTC/NAA"] == nil)
  }

  @Test func recordsOfATIFFMayLieInPhotoshopsResources() throws {
    let resources = Array(Self.records.segment.content.dropFirst(14))
    let picture = TIFFPicture(width: 16, height: 16) { picture in
      picture.exif = EXIFBlock { $0.moreValues = [0x8649: .byte(resources)] }
    }
    expectAll(try MetadataFile(picture).iptc)
  }

  @Test func textsWithoutACharacterSetAreUTF8OrWindowsLatin() throws {
    var records = IPTCBlock()
    records.add(2, 90, [0x4B, 0xF8, 0x62, 0x93])
    records.add(2, 95, Array("Sjælland".utf8))
    let picture = JPEGPicture(width: 16, height: 16) { $0.segments = [records.segment] }
    let iptc = try MetadataFile(picture).iptc
    #expect(iptc.text("City") == "Køb\u{201C}")
    #expect(iptc.text("Province-State") == "Sjælland")
  }

  @Test func aLongDataSetSaysItsSizeInMoreBytes() throws {
    var records = IPTCBlock()
    records.add(90, "Bergen")
    let caption = [UInt8](repeating: 0x78, count: 40_000)
    let bytes = records.bytes + [0x1C, 2, 120, 0x80, 4, 0, 0, 0x9C, 0x40] + caption
    let picture = TIFFPicture(width: 16, height: 16) { picture in
      picture.exif = EXIFBlock { $0.moreValues = [0x83BB: .undefined(bytes)] }
    }
    let iptc = try MetadataFile(picture).iptc
    #expect(iptc.text("City") == "Bergen")
    #expect(iptc.text("Caption-Abstract")?.count == 40_000)
  }

  @Test(
    arguments: [[0x1C, 2, 25, 0xFF, 0xFF, 1], [0x1C, 2], [0x1B, 2, 25, 0, 1, 65]] as [[UInt8]])
  func recordsThatBreakOffKeepWhatCameBefore(_ end: [UInt8]) throws {
    var records = IPTCBlock()
    records.add(90, "Bergen")
    let picture = TIFFPicture(width: 16, height: 16) { picture in
      picture.exif = EXIFBlock { $0.moreValues = [0x83BB: .undefined(records.bytes + end)] }
    }
    let iptc = try MetadataFile(picture).iptc
    #expect(iptc.text("City") == "Bergen")
    #expect(iptc.text("problem") == "the IPTC records break off")
  }
}
