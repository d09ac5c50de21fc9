import Testing

@testable import Media

/// The dates of EXIF: their forms, what firmware writes instead, and what tells their zone.
@Suite struct ExifDateTests {
  private static let taken: Int64 = 1_443_389_368_000  // 2015-09-27 21:29:28

  private func date(
    _ details: TIFFFixture.Entries, main: TIFFFixture.Entries = [], gps: TIFFFixture.Entries = [],
    xmp: String? = nil
  ) throws -> CaptureDate? {
    var entries = main + [(0x8769, .directory(details))]
    if !gps.isEmpty { entries.append((0x8825, .directory(gps))) }
    let exif = TIFFFixture().bytes(entries)
    return try ScratchFile.facts(RasterFixture.jpeg(exif: exif, xmp: xmp)).captureDate
  }

  @Test(
    arguments: [
      ("2015:09:27 21:29:28", 1_443_389_368_000), ("2015:09:27 21:29:", 1_443_389_340_000),
      ("2015:09:27 21:29", 1_443_389_340_000), ("2015:09:27 21:29:  ", 1_443_389_340_000),
      ("2015:09:27   :  :  ", 1_443_312_000_000), ("2015:09:27", 1_443_312_000_000),
      ("2015-09-27 21.29.28", 1_443_389_368_000), ("2015:09:27 24:00:00", 1_443_398_400_000),
      ("2015:12:31 24:00:00", 1_451_606_400_000), ("1965:07:01 12:00:00", -142_084_800_000),
      ("2040:01:01 00:00:01", 2_208_988_801_000), ("2008:103:03 14:28:0", nil),
      ("2015:09:27 24:00:01", nil), ("2015:09:27 25:00:00", nil), ("2015:09:27 21:60:00", nil),
      ("2015:13:27 21:29:28", nil), ("2015:02:29 21:29:28", nil), ("0000:00:00 00:00:00", nil),
      ("    :  :     :  :  ", nil), ("2015:09:27 ab:cd:ef", nil), ("2015:09", nil), ("", nil),
    ] as [(String, Int64?)])
  func datesOfManyForms(_ text: String, _ milliseconds: Int64?) throws {
    #expect(try date([(0x9003, .text(text))])?.wallClockMilliseconds == milliseconds)
  }

  @Test func aDateWithoutSecondsKeepsItsOffset() throws {
    let read = try date([
      (0x9003, .text("2022:09:02 14:28:\0\0")), (0x9004, .text("2022:09:02 14:28:00")),
      (0x9011, .text("+02:00")),
    ])
    #expect(read?.wallClockMilliseconds == 1_662_128_880_000)
    #expect(read?.offsetMinutes == 120)
  }

  private static let defaults = [
    "2002:12:08 12:00:00", "2000:01:01 00:00:00", "1980:01:01 00:00:00", "1970:01:01 00:00:00",
    "1970:01:01 08:00:00", "1969:12:31 19:00:00", "1970:01:01 05:30:00", "0000:00:00 00:00:00",
    "0001:01:01 00:00:00", "1904:01:01 00:00:00",
  ]

  @Test(arguments: defaults)
  func whatFirmwareWritesIsNoDate(_ text: String) throws {
    let real = "2015:09:27 21:29:28"
    #expect(try date([(0x9003, .text(text))]) == nil)
    #expect(try date([(0x9004, .text(text))]) == nil)
    let digitized = try date([(0x9003, .text(text)), (0x9004, .text(real))])
    #expect(digitized?.wallClockMilliseconds == Self.taken)
    let changed = try date([(0x9004, .text(text))], main: [(0x0132, .text(real))])
    #expect(changed?.wallClockMilliseconds == Self.taken)
    let copied = text.replacing(":", with: "-", maxReplacements: 2).replacing(" ", with: "T")
    let xmp = try date(
      [(0x9003, .text(text))],
      xmp: "<a xmp:CreateDate='2015-09-27T21:29:28' exif:DateTimeOriginal='\(copied)'/>")
    #expect(xmp?.wallClockMilliseconds == Self.taken)
  }

  @Test(arguments: [
    "2002:12:08 12:00:01", "2000:01:01 00:00:01", "1980:01:02 00:00:00", "1970:01:01 12:00:00",
    "1970:01:01 00:01:00", "1970:01:02 00:00:00",
  ])
  func whatIsCloseToADefaultIsADate(_ text: String) throws {
    #expect(try date([(0x9003, .text(text))]) != nil)
  }

  /// Some phones write the offset of DateTime alone.
  @Test func theOffsetMayStandBesideAnotherDateOfTheSameTime() throws {
    let real: TIFFFixture.Value = .text("2015:09:27 21:29:28")
    for tag in [0x9010, 0x9012] as [UInt16] {
      let read = try date(
        [(0x9003, real), (0x9004, real), (tag, .text("+05:45"))], main: [(0x0132, real)])
      #expect(read?.offsetMinutes == 345, "\(tag)")
      let edited = try date(
        [(0x9003, .text("2015:09:20 10:00:00")), (0x9004, real), (tag, .text("+05:45"))],
        main: [(0x0132, real)])
      #expect(edited?.offsetMinutes == nil, "\(tag)")
    }
  }

  private func gps(_ day: String, _ hour: UInt32, _ minute: UInt32, _ second: UInt32)
    -> TIFFFixture.Entries
  {
    let time: [(UInt32, UInt32)] = [(hour, 1), (minute, 1), (second * 10, 10)]
    return [(0x0007, .rationals(time)), (0x001D, .text(day))]
  }

  @Test func gpsTellsTheZone() throws {
    let taken: TIFFFixture.Entries = [(0x9003, .text("2015:09:27 21:29:28"))]
    #expect(try date(taken, gps: gps("2015:09:28", 4, 29, 20))?.offsetMinutes == -420)
    #expect(try date(taken, gps: gps("2015:09:27", 15, 44, 30))?.offsetMinutes == 345)
    #expect(try date(taken, gps: gps("2015:09:27", 19, 35, 0))?.offsetMinutes == nil)
    #expect(try date(taken, gps: gps("1996:02:11", 4, 29, 20))?.offsetMinutes == nil)
    let equal = try date(taken, gps: gps("2015:09:27", 21, 29, 30))
    #expect(equal?.offsetMinutes == nil, "some phones write their clock instead of UTC")
    let own = try date(taken + [(0x9011, .text("+02:00"))], gps: gps("2015:09:28", 4, 29, 20))
    #expect(own?.offsetMinutes == 120)
    #expect(own?.wallClockMilliseconds == Self.taken)
  }

  @Test func theTimeOfGPSIsADateWhereEXIFHasNone() throws {
    let read = try date([], gps: gps("2015:09:27", 21, 29, 28))
    #expect(read == CaptureDate(moment: Self.taken, source: .exif))
    #expect(try date([], gps: gps("2015:09:27", 25, 0, 0)) == nil)
    #expect(try date([], gps: [(0x001D, .text("2015:09:27"))]) == nil)
  }

  @Test func xmpTellsTheZoneOfTheSameTime() throws {
    let taken: TIFFFixture.Entries = [(0x9003, .text("2015:09:27 21:29:28"))]
    func offset(_ text: String) throws -> Int16? {
      try date(taken, xmp: "<a photoshop:DateCreated='\(text)'/>")?.offsetMinutes
    }
    #expect(try offset("2015-09-27T21:29:28+09:00") == 540)
    #expect(try offset("2015-09-27T12:29:28Z") == 540)
    #expect(try offset("2015-09-20T21:29:28+09:00") == nil)
    #expect(try offset("2015-09-27T21:29:28") == nil)
  }

  @Test(
    arguments: [
      ("2015-09-27T21:29:28Z", 1_443_389_368_000, true),
      ("2015-09-27T21:29:28", 1_443_389_368_000, false),
      ("2015-09-27T21:29:28-00:00", 1_443_389_368_000, true),
      ("2015-09-27T21:29", 1_443_389_340_000, false), ("2015-09-27", 1_443_312_000_000, false),
      ("1965-07", -142_128_000_000, false), ("1965", -157_766_400_000, false),
      ("1980", 315_532_800_000, false), ("2000-01-01", 946_684_800_000, false),
      ("1965-13", nil, false), ("65", nil, false), ("", nil, false), ("196507", nil, false),
    ] as [(String, Int64?, Bool)])
  func datesOfXMP(_ text: String, _ milliseconds: Int64?, _ isMoment: Bool) throws {
    let read = try ScratchFile.facts(
      RasterFixture.jpeg(xmp: "<a photoshop:DateCreated='\(text)'/>")
    ).captureDate
    #expect(read?.wallClockMilliseconds == milliseconds)
    #expect(read?.isMoment ?? false == isMoment)
    #expect(read?.offsetMinutes == nil)
  }
}
