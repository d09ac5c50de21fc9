import Media
import Testing

#if canImport(Glibc)
  import Glibc
#elseif canImport(Darwin)
  import Darwin
#endif

@Suite struct CaptureDateTests {
  private func date(_ milliseconds: Int64, _ offset: Int16? = nil) -> CaptureDate {
    CaptureDate(wallClockMilliseconds: milliseconds, offsetMinutes: offset, source: .exif)
  }

  @Test func theFilesZoneIsBelievedBeforeTheLocalOne() {
    let zone = LocalTimeZone(fixedOffsetMinutes: 120)
    #expect(date(10_000_000, -300).millisecondsSince1970(zone: zone) == 28_000_000)
    #expect(date(10_000_000).millisecondsSince1970(zone: zone) == 2_800_000)
  }

  @Test func theSystemsZoneAgreesWithItsOwnConversion() {
    let zone = LocalTimeZone()
    for moment in stride(from: -1_000_000_000, to: 2_000_000_000, by: 1_234_567) {
      var seconds = time_t(moment)
      var parts = tm()
      localtime_r(&seconds, &parts)
      let wall = (Int64(moment) + Int64(parts.tm_gmtoff)) * 1000 + 7
      let found = zone.millisecondsSince1970(wallClockMilliseconds: wall)
      // An hour that happens twice is read as its first occurrence, at most two hours before.
      #expect(found == Int64(moment) * 1000 + 7 || Int64(moment) * 1000 + 7 - found <= 7_200_000)
    }
  }

  /// A zone whose clocks go from +1 to +2 hours at 1,000,000 s and back at 2,000,000 s.
  @Test func theHourThatHappensTwiceIsTheFirstAndTheOneThatNeverDoesIsReadWithTheOldOffset() {
    let zone = LocalTimeZone { (1_000_000..<2_000_000).contains($0) ? 7200 : 3600 }
    func moment(_ wallSeconds: Int64) -> Int64 {
      zone.millisecondsSince1970(wallClockMilliseconds: wallSeconds * 1000) / 1000
    }
    #expect(moment(1_003_599) == 999_999)
    #expect(moment(1_004_000) == 1_000_400)
    #expect(moment(1_007_200) == 1_000_000)
    #expect(moment(2_003_599) == 1_996_399)
    #expect(moment(2_003_600) == 1_996_400)
    #expect(moment(2_007_199) == 1_999_999)
    #expect(moment(2_007_200) == 2_003_600)
  }

  @Test func theHourThatHappensTwiceIsTheSecondIfTheFileWasWrittenThen() {
    let zone = LocalTimeZone { (1_000_000..<2_000_000).contains($0) ? 7200 : 3600 }
    func moment(_ wallSeconds: Int64, written: Int64) -> Int64 {
      zone.millisecondsSince1970(
        wallClockMilliseconds: wallSeconds * 1000, written: written * 1000) / 1000
    }
    let (first, second) = (1_998_800 as Int64, 2_002_400 as Int64)
    #expect(moment(2_006_000, written: second + 2) == second)
    #expect(moment(2_006_000, written: second - 1700) == second)
    #expect(moment(2_006_000, written: first + 2) == first)
    #expect(moment(2_006_000, written: second + 100_000) == first, "copied later")
    #expect(moment(2_003_599, written: 2_000_000) == 1_996_399, "an hour that happens once")
  }

  @Test func sourcesAreTheWordsOfRecords() {
    let words = CreationDateSource.allCases.map(\.rawValue)
    #expect(
      words == [
        "exif", "pngText", "quicktime", "movie", "filename", "fileSystem", "xmp", "takeout",
        "xmpSidecar", "iptc",
      ])
  }
}
