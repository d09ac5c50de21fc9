import Samples
import Testing

@testable import Media

/// The dates of IPTC's records, in the places where formats keep them.
@Suite struct IPTCDateTests {
  private func date(
    _ exif: [UInt8]? = nil, xmp: String? = nil, _ fill: (inout IPTCBlock) -> Void
  ) throws -> CaptureDate? {
    let segment = IPTCBlock(fill).segment
    var bytes = RasterFixture.jpeg(exif: exif, xmp: xmp)
    bytes.insert(contentsOf: RasterFixture.segment(segment.marker, segment.content), at: 2)
    return try ScratchFile.facts(bytes).captureDate
  }

  @Test(
    arguments: [
      ("20150927", "212928+0200", 1_443_389_368_000, 120),
      ("20150927", "212928-0330", 1_443_389_368_000, -210),
      ("20150927", "212928", 1_443_389_368_000, nil), ("20150927", nil, 1_443_312_000_000, nil),
      ("20150927", "soon", 1_443_312_000_000, nil), ("20150900", nil, 1_441_065_600_000, nil),
      ("19650000", nil, -157_766_400_000, nil), ("00000000", nil, nil, nil),
      ("20151327", "212928", nil, nil), ("2015", nil, nil, nil), ("", "212928", nil, nil),
    ] as [(String, String?, Int64?, Int16?)])
  func theRecordsHaveADateAndATime(
    _ day: String, _ time: String?, _ milliseconds: Int64?, _ offset: Int16?
  ) throws {
    for numbers in [(55, 60), (62, 63)] as [(UInt8, UInt8)] {
      let read = try date {
        $0.add(numbers.0, day)
        if let time { $0.add(numbers.1, time) }
      }
      #expect(read?.wallClockMilliseconds == milliseconds)
      #expect(read?.offsetMinutes == offset)
      #expect(read.map { $0.source == .iptc } ?? true)
    }
  }

  /// The guidelines of the Metadata Working Group: the original before digitizing, EXIF first.
  @Test func itsPlaceIsBetweenOtherDates() throws {
    let created: (inout IPTCBlock) -> Void = {
      $0.add(55, "19650701")
      $0.add(62, "20190101")
    }
    let original = TIFFFixture().bytes([
      (0x8769, .directory([(0x9003, .text("2015:09:27 21:29:28"))]))
    ])
    let digitized = TIFFFixture().bytes([
      (0x8769, .directory([(0x9004, .text("2015:09:27 21:29:28"))]))
    ])
    #expect(try date(original, created)?.source == .exif)
    #expect(try date(digitized, created)?.source == .iptc)
    #expect(try date(digitized, created)?.wallClockMilliseconds == -142_128_000_000)
    #expect(try date(digitized) { $0.add(62, "20190101") }?.source == .exif)
    #expect(try date(xmp: "<a photoshop:DateCreated='1965-07-02'/>", created)?.source == .xmp)
    #expect(try date(xmp: "<a xmp:CreateDate='2019-01-01'/>", created)?.source == .iptc)
  }

  @Test func tiffKeepsTheRecordsInATag() throws {
    let records = IPTCBlock { $0.add(55, "20150927") }
    for entry in [
      (0x83BB, .bytes(records.bytes)), (0x8649, .bytes(records.resources)),
    ] as TIFFFixture.Entries {
      let facts = try ScratchFile.facts(
        TIFFFixture().bytes([(0x0100, .short(4)), (0x0101, .short(3)), entry]))
      #expect(facts.captureDate?.wallClockMilliseconds == 1_443_312_000_000)
    }
  }
}
