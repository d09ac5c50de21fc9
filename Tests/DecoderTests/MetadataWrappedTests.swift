import Samples
import Testing

@testable import Decoder

/// Whole metadata where a format wraps it.
@Suite struct MetadataWrappedTests {
  private static let exif = EXIFBlock {
    $0.make = "Apple"
    $0.dateTimeOriginal = "2015:09:27 21:29:28"
  }

  private func picture(_ texts: [PNGText]) throws -> MetadataFile {
    try MetadataFile(PNGPicture(width: 8, height: 8) { $0.texts = texts })
  }

  @Test(arguments: [true, false]) func exifOfDigits(isCompressed: Bool) throws {
    let block = Array("Exif\0\0".utf8) + Self.exif.encoded()
    let (keyword, text) = ("Raw profile type exif", PNGText.digits(of: block, name: "exif"))
    let exif = try picture([
      isCompressed
        ? .compressed(keyword: keyword, text: text) : .plain(keyword: keyword, text: text)
    ]).exif
    #expect(exif.text("Make") == "Apple")
    #expect(exif.text("DateTimeOriginal") == "2015:09:27 21:29:28")
    #expect(exif["problem"] == nil)
  }

  @Test func compressedXMPAndXMPOfDigits() throws {
    let packet = XMPPacket([("xmp:Rating", "5")])
    let compressed = try picture([
      .compressedInternational(keyword: "XML:com.adobe.xmp", text: packet.text)
    ])
    #expect(compressed.xmp.number("xmp:Rating") == 5)
    let digits = try picture([
      .plain(
        keyword: "Raw profile type xmp",
        text: PNGText.digits(of: packet.encoded(), name: "xmp"))
    ])
    #expect(digits.xmp.number("xmp:Rating") == 5)
    #expect(digits.xmp["problem"] == nil)
  }

  @Test(arguments: [true, false]) func iptcOfDigits(isCompressed: Bool) throws {
    var records = IPTCBlock()
    records.add(25, "sea")
    let resources = Array(records.segment.content.dropFirst("Photoshop 3.0\0".utf8.count))
    let (keyword, text) = ("Raw profile type iptc", PNGText.digits(of: resources, name: "iptc"))
    let iptc = try picture([
      .plain(keyword: "Comment", text: "none"),
      isCompressed
        ? .compressed(keyword: keyword, text: text) : .plain(keyword: keyword, text: text),
    ]).iptc
    #expect(iptc.texts("Keywords") == ["sea"])
  }

  @Test func xmpOfAGIF() throws {
    let gif = GIFPicture(width: 8, height: 8) { $0.xmp = XMPPacket([("xmp:Rating", "4")]) }
    let xmp = try MetadataFile(gif).xmp
    #expect(xmp.number("xmp:Rating") == 4)
    #expect(xmp["problem"] == nil)
  }

  /// Places and counts of eight bytes.
  @Test func exifOfABigTIFF() throws {
    func little(_ numbers: (UInt64, size: Int)...) -> [UInt8] {
      numbers.flatMap { number, size in
        (0..<size).map { UInt8(truncatingIfNeeded: number >> UInt64(8 * $0)) }
      }
    }
    func entry(_ tag: UInt64, _ type: UInt64, _ count: UInt64, _ value: UInt64) -> [UInt8] {
      little((tag, 2), (type, 2), (count, 8), (value, 8))
    }
    func directory(_ entries: [[UInt8]]) -> [UInt8] {
      little((UInt64(entries.count), 8)) + entries.flatMap(\.self) + little((0, 8))
    }
    let head = Array("II".utf8) + [43, 0, 8, 0, 0, 0] + little((16, 8))
    let exifStart = UInt64(16 + 8 + 3 * 20 + 8)
    let main = directory([
      entry(0x0100, 3, 1, 40), entry(0x0111, 16, 1, 8), entry(0x8769, 18, 1, exifStart),
    ])
    let details = directory([entry(0x9003, 2, 20, exifStart + 8 + 20 + 8)])
    let file = head + main + details + Array("2015:09:27 21:29:28\0".utf8)
    let exif = try MetadataFile(file).exif
    #expect(exif.text("DateTimeOriginal") == "2015:09:27 21:29:28")
    #expect(exif.number("ImageWidth") == 40)
    #expect(exif.number("StripOffsets") == 8)
    #expect(exif["problem"] == nil)
  }
}
