import Testing

@testable import Media

/// The zone of a date by a second date of the same moment.
@Suite struct CaptureZoneTests {
  /// 2024-01-01T05:00:00Z.
  private static let five: Int64 = 1_704_085_200_000
  private static let hour: Int64 = 3_600_000

  private func clock(_ hours: Double, _ offset: Int16? = nil) -> CaptureDate {
    CaptureDate(
      wallClockMilliseconds: Self.five + Int64(hours * Double(Self.hour)), offsetMinutes: offset,
      source: .exif)
  }

  private let moment = CaptureDate(moment: Self.five, source: .takeout)

  @Test(
    arguments: [
      (-8.0, -480), (0, 0), (5.75, 345), (12.75, 765), (14, 840), (-14, -840), (14.25, nil),
      (-14.25, nil), (5.5 + 2.0 / 60, 330), (5.5 - 2.0 / 60, 330), (5.5 + 3.0 / 60, nil),
      (-3.5 - 2.0 / 60, -210), (1 + 7.0 / 60, nil), (24, nil),
    ] as [(Double, Int16?)])
  func aClockAndAMomentTellTheZoneTogether(_ hours: Double, _ offset: Int16?) {
    let clock = clock(hours)
    #expect(clock.zoned(by: moment).offsetMinutes == offset)
    #expect(clock.zoned(by: moment).wallClockMilliseconds == clock.wallClockMilliseconds)
    let placed = moment.zoned(by: clock)
    #expect(placed.offsetMinutes == offset)
    #expect(placed.millisecondsSince1970(zone: LocalTimeZone(fixedOffsetMinutes: 99)) == Self.five)
    #expect(placed.isMoment == (offset == nil))
  }

  @Test func anOffsetCountsForTheSameMomentOnly() {
    #expect(moment.zoned(by: clock(-7, -420)).offsetMinutes == -420)
    #expect(moment.zoned(by: clock(-7, -480)).offsetMinutes == nil)
    #expect(clock(-7).zoned(by: clock(-7, -420)).offsetMinutes == -420)
    #expect(clock(-7).zoned(by: clock(-6, -420)).offsetMinutes == nil)
    #expect(clock(-7, 60).zoned(by: clock(-7, -420)).offsetMinutes == 60, "it has its own")
    #expect(clock(-7).zoned(by: clock(-7)).offsetMinutes == nil)
    #expect(moment.zoned(by: moment).isMoment)
    #expect(moment.zoned(by: nil).isMoment)
  }

  /// A phone names a movie by its start, and writes its header at the end.
  @Test(arguments: [(0, 60), (5, 60), (14, 60), (45, 60), (95, 60)] as [(Int64, Int16)])
  func aMoviesHeaderMayBeWrittenAtItsEnd(_ minutes: Int64, _ offset: Int16) {
    let start = CaptureDate(
      wallClockMilliseconds: Self.five + Self.hour, offsetMinutes: nil, source: .filename)
    let header = CaptureDate(moment: Self.five + minutes * 60_000, source: .quicktime)
    #expect(header.zoned(by: start, lasting: minutes * 60_000).offsetMinutes == offset)
    let zoned = CaptureDate(
      wallClockMilliseconds: Self.five + Self.hour, offsetMinutes: 60, source: .exif)
    #expect(header.zoned(by: zoned, lasting: minutes * 60_000).offsetMinutes == 60)
  }

  @Test func extremeDatesHaveNoZone() {
    let far = CaptureDate(
      wallClockMilliseconds: 253_402_300_799_999, offsetMinutes: nil, source: .exif)
    let old = CaptureDate(moment: -62_135_596_800_000, source: .movie)
    #expect(far.zoned(by: old).offsetMinutes == nil)
    #expect(old.zoned(by: far, lasting: .max).offsetMinutes == nil)
  }

  @Test func aMomentIsTheSameWhateverTheZoneOfTheComputer() {
    for minutes in [-300, 0, 345] {
      let zone = LocalTimeZone(fixedOffsetMinutes: minutes)
      #expect(moment.millisecondsSince1970(zone: zone) == Self.five)
    }
  }
}
