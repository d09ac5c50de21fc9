import Foundation
import Media
import Samples
import Testing

@testable import Decoder

@Suite struct MetadataExifTests {
  private static func block(_ order: ByteOrder) -> EXIFBlock {
    EXIFBlock { block in
      block.byteOrder = order
      block.make = "Apple"
      block.model = "iPhone 6s \u{E9}"
      block.orientation = 6
      block.dateTimeOriginal = "2015:09:27 21:29:28"
      block.subSecTimeOriginal = "042"
      block.offsetTimeOriginal = "+02:00"
      block.userComment = "Screenshot"
      block.pixelWidth = 4032
      block.pixelHeight = 3024
      block.lensModel = "iPhone 6s back camera 4.15mm f/2.2"
      block.position = Position(latitude: -33.5, longitude: 151.25, altitude: 12.5)
      block.thumbnail = [0xFF, 0xD8, 0xFF, 0xD9]
    }
  }

  @Test(arguments: [ByteOrder.little, .big])
  func everyFieldOfABlockIsReadBack(_ order: ByteOrder) throws {
    let picture = JPEGPicture(width: 16, height: 16) { $0.exif = Self.block(order) }
    let exif = try MetadataFile(picture).exif
    #expect(exif.text("Make") == "Apple")
    #expect(exif.text("Model") == "iPhone 6s \u{E9}")
    #expect(exif.number("Orientation") == 6)
    #expect(exif.text("DateTimeOriginal") == "2015:09:27 21:29:28")
    #expect(exif.text("SubSecTimeOriginal") == "042")
    #expect(exif.text("OffsetTimeOriginal") == "+02:00")
    #expect(exif.text("UserComment") == "Screenshot")
    #expect(exif.text("ExifVersion") == "0232")
    #expect(exif.number("PixelXDimension") == 4032)
    #expect(exif.number("PixelYDimension") == 3024)
    #expect(exif.text("LensModel") == "iPhone 6s back camera 4.15mm f/2.2")
    #expect(exif.text("GPSLatitudeRef") == "S")
    #expect(exif.numbers("GPSLatitude") == [33, 30, 0])
    #expect(exif.text("GPSLongitudeRef") == "E")
    #expect(exif.numbers("GPSLongitude") == [151, 15, 0])
    #expect(exif.number("GPSAltitude") == 12.5)
    #expect(exif.object("IFD1")?.number("Compression") == 6)
    #expect(exif.object("IFD1")?.number("XResolution") == 72)
    #expect(exif["problem"] == nil)
  }

  /// A value beside the JSON that it becomes.
  private static let values: [(tag: UInt16, value: TIFFValue, json: String)] = [
    (0xF001, .byte([7]), "7"),
    (0xF002, .byte([1, 2, 255]), "[1,2,255]"),
    (
      0xF003, .byte([UInt8](repeating: 0xFB, count: 17)),
      "{\"byteCount\":17,\"base64\":\"+/v7+/v7+/v7+/v7+/v7+/s=\"}"
    ),
    (0xF004, .ascii("with \"quotes\" \\ and\ttabs  "), "\"with \\\"quotes\\\" \\\\ and\\ttabs\""),
    (0xF005, .ascii("東京"), "\"東京\""),
    (0xF006, .ascii("  "), "\"\""),
    (0xF007, .ascii("cut\0off"), "\"cut\""),
    (0xF008, .short([65535]), "65535"),
    (0xF009, .short([1, 2, 3]), "[1,2,3]"),
    (0xF00A, .long([4_294_967_295]), "4294967295"),
    (0xF00B, .long([0, 70000]), "[0,70000]"),
    (0xF00C, .rational([(1, 3)]), "0.3333333333333333"),
    (0xF00D, .rational([(28, 10), (1, 250)]), "[2.8,0.004]"),
    (0xF00E, .rational([(24, 1), (0, 0), (5, 0)]), "[24,null,null]"),
    (0xF00F, .rational([(4_294_967_295, 1)]), "4294967295"),
    (0xF010, .undefined([1, 2]), "{\"byteCount\":2,\"base64\":\"AQI=\"}"),
    (0xF011, .undefined([1]), "{\"byteCount\":1,\"base64\":\"AQ==\"}"),
    (0xF012, .undefined([UInt8](repeating: 1, count: 1025)), "{\"byteCount\":1025}"),
    (0xF013, .short([UInt16](repeating: 1, count: 1025)), "{\"byteCount\":2050}"),
    (0xF014, .ascii(String(repeating: "x", count: 20_000)), "{\"byteCount\":20001}"),
  ]

  @Test(arguments: [ByteOrder.little, .big])
  func eachTypeHasItsFormInJSON(_ order: ByteOrder) throws {
    var directory = TIFFDirectory()
    for (tag, value, _) in Self.values { directory[tag] = value }
    let block = TIFFBlock(byteOrder: order, directories: [directory])
    let json = String(decoding: try MetadataFile(exif: block.encoded()).json, as: UTF8.self)
    for (tag, _, expected) in Self.values {
      let member = "\"0x\(String(tag, radix: 16))\":\(expected)"
      #expect(json.contains(member + ",") || json.contains(member + "}"), "\(member) in \(json)")
    }
    #expect(!json.contains("problem"))
  }

  @Test func aFractionOfNothingIsLeftOut() throws {
    let block = EXIFBlock { $0.moreValues = [0xF001: .rational([(0, 0)]), 0xF002: .short([1])] }
    let exif = try MetadataFile(exif: block.encoded()).exif
    #expect(exif["0xf001"] == nil)
    #expect(exif.number("0xf002") == 1)
  }

  /// Types that cameras seldom write: signed numbers, floating point, offsets, UTF-8.
  @Test func readsSignedAndFloatingNumbers() throws {
    var block: [UInt8] = Array("MM\0*".utf8) + [0, 0, 0, 8, 0, 8]
    func entry(_ tag: UInt8, _ type: UInt8, _ count: UInt8, _ value: [UInt8]) {
      block += [0xF0, tag, 0, type, 0, 0, 0, count] + value
    }
    let data: UInt8 = 10 + 8 * 12 + 4
    entry(1, 6, 2, [0xFF, 0x7F, 0, 0])
    entry(2, 8, 2, [0xFF, 0xFE, 0x01, 0x00])
    entry(3, 9, 1, [0xFF, 0xFF, 0xFF, 0xFD])
    entry(4, 10, 1, [0, 0, 0, data])
    entry(5, 11, 1, [0x3F, 0xC0, 0, 0])
    entry(6, 12, 1, [0, 0, 0, data + 8])
    entry(7, 13, 1, [0, 0, 1, 0])
    entry(8, 129, 3, [0x68, 0x69, 0, 0])
    block += [0, 0, 0, 0] + [0xFF, 0xFF, 0xFF, 0xFE, 0, 0, 0, 3]
    block += [0xBF, 0xF4, 0, 0, 0, 0, 0, 0]
    let exif = try MetadataFile(exif: block).exif
    #expect(exif.numbers("0xf001") == [-1, 127])
    #expect(exif.numbers("0xf002") == [-2, 256])
    #expect(exif.number("0xf003") == -3)
    #expect(exif.number("0xf004") == -2.0 / 3)
    #expect(exif.number("0xf005") == 1.5)
    #expect(exif.number("0xf006") == -1.25)
    #expect(exif.number("0xf007") == 256)
    #expect(exif.text("0xf008") == "hi")
    #expect(exif["problem"] == nil)
  }

  private func comment(_ bytes: [UInt8], _ order: ByteOrder = .little) throws -> Any? {
    let details = TIFFDirectory([0x9286: .undefined(bytes)])
    let block = TIFFBlock(
      byteOrder: order, directories: [TIFFDirectory([0x8769: .directory(details)])])
    return try MetadataFile(exif: block.encoded()).exif["UserComment"]
  }

  @Test func aCommentIsReadByItsCharacterCode() throws {
    #expect(try comment(Array("ASCII\0\0\0plain  \0".utf8)) as? String == "plain")
    #expect(try comment(Array("\0\0\0\0\0\0\0\0h\u{FC}bsch".utf8)) as? String == "hübsch")
    #expect(try comment(Array("no code at all".utf8)) as? String == "no code at all")
    let unicode = Array("UNICODE\0".utf8)
    #expect(try comment(unicode + [0x71, 0x67, 0xAC, 0x4E]) as? String == "東京")
    #expect(try comment(unicode + [0x67, 0x71, 0x4E, 0xAC], .big) as? String == "東京")
    #expect(
      try comment(unicode + [0xFE, 0xFF, 0x67, 0x71, 0x4E, 0xAC, 0x00]) as? String == "東京")
    let japanese = Array("JIS\0\0\0\0\0".utf8) + [0x1B, 0x24, 0x42]
    #expect((try comment(japanese) as? [String: Any])?.number("byteCount") == 11)
    #expect(try comment([UInt8](repeating: 0, count: 40)) as? String == "")
  }

  @Test func windowsTextsAreUTF16() throws {
    let title: [UInt8] = [0x71, 0x67, 0xAC, 0x4E, 0x21, 0, 0, 0]
    let block = EXIFBlock { block in
      block.byteOrder = .big
      block.moreValues = [0x9C9B: .byte(title)]
    }
    #expect(try MetadataFile(exif: block.encoded()).exif.text("XPTitle") == "東京!")
  }

  @Test func copyrightNamesBothHolders() throws {
    let block = EXIFBlock { $0.moreValues = [0x8298: .ascii("Ann \0Bob")] }
    #expect(try MetadataFile(exif: block.encoded()).exif.text("Copyright") == "Ann\nBob")
  }

  @Test func aMakerNoteIsRecognizedByItsSize() throws {
    let note = [UInt8](repeating: 0x41, count: 300)
    let details = TIFFDirectory([0x927C: .undefined(note), 0x829D: .rational([(22, 10)])])
    let block = TIFFBlock(
      byteOrder: .little,
      directories: [TIFFDirectory([0x010F: .ascii("Canon"), 0x8769: .directory(details)])])
    let exif = try MetadataFile(exif: block.encoded()).exif
    #expect(exif.object("MakerNote")?.count == 1)
    #expect(exif.object("MakerNote")?.number("byteCount") == 300)
    #expect(exif.number("FNumber") == 2.2)
  }

  @Test func everyContainerGivesTheSame() throws {
    let block = Self.block(.big)
    let files: [any SampleFile] = [
      JPEGPicture(width: 16, height: 16) { $0.exif = block },
      PNGPicture(width: 16, height: 16) { $0.exif = block },
      WebPPicture(width: 16, height: 16) { $0.exif = block },
      HEIFPicture(width: 16, height: 16) { $0.exif = block },
    ]
    let objects = try files.map { try MetadataFile($0).exif as NSDictionary }
    for (file, object) in zip(files, objects) {
      #expect(object == objects[0], "\(type(of: file))")
      #expect(object["Model"] as? String == "iPhone 6s \u{E9}", "\(type(of: file))")
    }
  }

  /// The block of a TIFF file is the whole file, of which libexif could see 64 KiB.
  @Test func aTIFFsTagsAreReadWhereverTheyLie() throws {
    let picture = TIFFPicture(width: 300, height: 300) { $0.exif = Self.block(.little) }
    let file = picture.encoded()
    #expect(file.count > 200_000)
    let exif = try MetadataFile(file).exif
    #expect(exif.text("Make") == "Apple")
    #expect(exif.number("ImageWidth") == 300)
    #expect(exif.numbers("GPSLatitude") == [33, 30, 0])
    #expect(exif["problem"] == nil)
  }

  @Test func aTagOfTheFirstDirectoryCountsBeforeTheSecond() throws {
    let details = TIFFDirectory([0x829D: .rational([(8, 1)]), 0x8827: .short([100])])
    let block = TIFFBlock(
      byteOrder: .little,
      directories: [
        TIFFDirectory([0x829D: .rational([(4, 1)]), 0x8769: .directory(details)])
      ])
    let exif = try MetadataFile(exif: block.encoded()).exif
    #expect(exif.number("FNumber") == 4)
    #expect(exif.number("ISOSpeedRatings") == 100)
  }
}
