import Assets
import Foundation
import Samples
import Testing

@Suite struct InstantTests {
  @Test func writesWhatTheSystemsCalendarSays() {
    var generator = SeededGenerator(seed: 11)
    // 0000-01-01 to 9999-12-31.
    for _ in 0..<4000 {
      let milliseconds = Int64.random(
        in: -62_167_219_200_000...253_402_300_799_999, using: &generator)
      let seconds = milliseconds >= 0 ? milliseconds / 1000 : (milliseconds - 999) / 1000
      var time = time_t(seconds)
      var parts = tm()
      gmtime_r(&time, &parts)
      let expected = String(
        format: "%04d-%02d-%02dT%02d:%02d:%02d.%03dZ", Int(parts.tm_year) + 1900,
        Int(parts.tm_mon) + 1, Int(parts.tm_mday), Int(parts.tm_hour), Int(parts.tm_min),
        Int(parts.tm_sec), Int(milliseconds - seconds * 1000))
      #expect(Instant(milliseconds: milliseconds).description == expected)
      #expect(Instant(expected)?.milliseconds == milliseconds)
    }
  }

  @Test func comesBackFromItsTextInAnyYear() {
    var generator = SeededGenerator(seed: 12)
    for bits in 1...62 {
      for _ in 0..<100 {
        let limit = Int64(1) << Int64(bits)
        let instant = Instant(milliseconds: .random(in: -limit..<limit, using: &generator))
        #expect(Instant(instant.description) == instant, "\(instant)")
      }
    }
  }

  /// A date in the usual form is read eight bytes at a time, and one with a further digit is not.
  @Test func aDateInTheUsualFormIsReadAsAnyOther() {
    var generator = SeededGenerator(seed: 12)
    let bytes = Array("0123456789-:.,TtZz +x/;".utf8)
    for _ in 0..<20_000 {
      let milliseconds = Int64.random(
        in: -62_167_219_200_000...253_402_300_799_999, using: &generator)
      var text = Array("\(Instant(milliseconds: milliseconds))".utf8)
      let place = Int.random(in: 0..<24, using: &generator)
      if Bool.random(using: &generator), let other = bytes.randomElement(using: &generator) {
        text[place] = other
      }
      let longer = text.dropLast() + [UInt8(ascii: "0")] + text.suffix(1)
      #expect(
        Instant(String(decoding: text, as: UTF8.self))
          == Instant(String(decoding: longer, as: UTF8.self)))
    }
  }

  @Test func theEndsOfTheRangeHaveAText() {
    #expect(Instant(milliseconds: .max).description == "+292278994-08-17T07:12:55.807Z")
    #expect(Instant(milliseconds: .min).description == "-292275055-05-16T16:47:04.192Z")
  }

  @Test(arguments: [
    ("1970-01-01", 0), ("1970-01-01T00:00", 0), ("1970-01-01 00:00:00", 0),
    ("1970-01-01T00:00:00Z", 0), ("1970-01-01t00:00:00z", 0), ("1969-12-31T23:59:59.999Z", -1),
    ("1970-01-01T02:00:00+02:00", 0), ("1970-01-01T02:00:00+0200", 0),
    ("1970-01-01T02:00+02", 0), ("1969-12-31T18:30:00-05:30", 0),
    ("1970-01-01T00:00:00.5Z", 500), ("1970-01-01T00:00:00,25Z", 250),
    ("1970-01-01T00:00:00.123999Z", 123), ("1970-01-01T00:00:00.1234567890123456789Z", 123),
    ("2024-02-29", 1_709_164_800_000), ("2000-02-29", 951_782_400_000),
    ("2016-12-31T23:59:60Z", 1_483_228_800_000), ("0000-01-01", -62_167_219_200_000),
    ("+010000-01-01", 253_402_300_800_000), ("-000001-12-31T23:59:59Z", -62_167_219_201_000),
  ])
  func reads(_ text: String, _ milliseconds: Int64) {
    #expect(Instant(text)?.milliseconds == milliseconds)
  }

  @Test(arguments: [
    "", "2024", "2024-1-1", "2024-02-30", "2023-02-29", "1900-02-29", "2024-13-01", "2024-00-01",
    "2024-01-00", "2024-01-32", "2024-04-31", "2024-01-01T", "2024-01-01T24:00", "2024-01-01T12",
    "2024-01-01T12:60", "2024-01-01T12:00:61", "2024-01-01T12:00:00.", "2024-01-01T12:00:00 ",
    "2024-01-01T12:00:00Zx", "2024-01-01T12:00:00+24:00", "2024-01-01T12:00:00+02:60",
    "2024-01-01T12:00:00+2", "2024-01-01Z", " 2024-01-01", "+2024-01-01", "12024-01-01",
    "2024/01/01", "2024-01-01T12:00:00+02:", "２０２４-01-01",
  ])
  func refuses(_ text: String) {
    #expect(Instant(text) == nil)
  }

  @Test(arguments: [
    "+999999999-12-31T23:59:59.999Z", "-999999999-01-01", "+292278995-01-01", "-292275056-01-01",
    "+292278994-08-17T07:12:55.808Z",
  ])
  func refusesADateThatNoInstantCanHold(_ text: String) {
    #expect(Instant(text) == nil)
  }

  @Test func movingStopsAtTheEnds() {
    #expect(Instant(milliseconds: 5).advanced(byMilliseconds: -6).milliseconds == -1)
    #expect(Instant(milliseconds: .max - 1).advanced(byMilliseconds: 2).milliseconds == .max)
    #expect(Instant(milliseconds: .min + 1).advanced(byMilliseconds: -2).milliseconds == .min)
  }
}
