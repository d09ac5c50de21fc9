import AssetSupport
import Foundation
import PipelineSupport
import Samples
import Testing

@testable import Assets

/// Hours, weekdays, months and days of every year, by the clock where a photo was taken.
@Suite struct ClockCycleTests {
  private static func holds(_ word: String, _ text: String, _ asset: Asset) -> Bool {
    let filter = CompiledFilter(["creationDate": .calling(word, .text(text))])
    #expect(filter.messages == [])
    return filter.predicate.matches(asset)
  }

  /// Every form says what a calendar says of the same clock, on random moments of seven centuries.
  @Test func aCycleIsThatOfACalendar() throws {
    var generator = SeededGenerator(seed: 5)
    var calendar = Calendar(identifier: .gregorian)
    let utc = try #require(TimeZone(secondsFromGMT: 0))
    calendar.timeZone = utc
    let probes: [(word: String, text: String, holds: (DateComponents) -> Bool)] = [
      ("hour", "12..17", { (12...17).contains($0.hour ?? -1) }),
      ("hour", "12-17", { (12...17).contains($0.hour ?? -1) }),
      ("hour", "22..4", { [22, 23, 0, 1, 2, 3, 4].contains($0.hour) }),
      ("hour", "9,20..", { $0.hour == 9 || ($0.hour ?? 0) >= 20 }),
      ("time", "22:00..04:30", { ($0.hour ?? 0) >= 22 || Self.minute($0) <= 270 }),
      ("time", "..06:15", { Self.minute($0) <= 375 }),
      ("weekday", "sat,sun", { [7, 1].contains($0.weekday) }),
      ("weekday", "Fri..monday", { [6, 7, 1, 2].contains($0.weekday) }),
      ("weekday", "fri-mon", { [6, 7, 1, 2].contains($0.weekday) }),
      ("weekday", "tues", { $0.weekday == 3 }),
      ("month", "12", { $0.month == 12 }),
      ("month", "11..feb", { [11, 12, 1, 2].contains($0.month) }),
      ("month", "June..august", { (6...8).contains($0.month ?? 0) }),
      ("monthDay", "08-01", { $0.month == 8 && $0.day == 1 }),
      ("monthDay", "02-29", { $0.month == 2 && $0.day == 29 }),
      ("monthDay", "12-24..01-06", { Self.day($0) >= 1224 || Self.day($0) <= 106 }),
      ("monthDay", "..02-28", { Self.day($0) <= 228 }),
    ]
    let filters = probes.map { probe in
      CompiledFilter(["creationDate": .calling(probe.word, .text(probe.text))])
    }
    #expect(filters.allSatisfy { $0.messages == [] })
    var found = Array(repeating: 0, count: probes.count)
    for _ in 0..<8000 {
      let moment = Int64.random(in: -11_000_000_000_000...11_000_000_000_000, using: &generator)
      let minutes = Int64.random(in: -18 * 60...18 * 60, using: &generator)
      let sign = minutes < 0 ? "-" : "+"
      let offset = String(
        format: "%@%02d:%02d", sign, Int(abs(minutes) / 60), Int(abs(minutes) % 60))
      let asset = ValueAsset([
        .creationDate: .date(Instant(milliseconds: moment)), .creationDateOffset: .string(offset),
      ])
      let shown = Date(timeIntervalSince1970: Double(moment) / 1000 + Double(minutes) * 60)
      let parts = calendar.dateComponents([.month, .day, .hour, .minute, .weekday], from: shown)
      for (place, probe) in probes.enumerated() {
        let expected = probe.holds(parts)
        found[place] += expected ? 1 : 0
        guard filters[place].predicate.matches(asset) == expected else {
          Issue.record("\(probe.word) \(probe.text): not \(expected) for \(shown)")
          return
        }
      }
    }
    #expect(found.allSatisfy { $0 > 0 })
  }

  private static func minute(_ parts: DateComponents) -> Int {
    (parts.hour ?? 0) * 60 + (parts.minute ?? 0)
  }

  private static func day(_ parts: DateComponents) -> Int {
    (parts.month ?? 0) * 100 + (parts.day ?? 0)
  }

  /// The clock is that of the place, and the end of a range is a whole hour or minute.
  @Test(arguments: [
    ("hour", "12..17", "2024-08-01T15:59:59.999Z", true),
    ("hour", "12..17", "2024-08-01T16:00:00Z", false),
    ("time", "22:00..04:00", "2024-08-01T02:00:59.999Z", true),
    ("time", "22:00..04:00", "2024-08-01T02:01:00Z", false),
    ("monthDay", "08-01", "2024-07-31T22:00:00Z", true),
    ("monthDay", "08-01", "2024-07-31T21:59:59.999Z", false),
    ("weekday", "thu", "2024-07-31T22:00:00Z", true),
    ("month", "7", "2024-07-31T22:00:00Z", false),
  ])
  func theEndCountsAsAWhole(_ word: String, _ text: String, _ moment: String, _ holds: Bool) throws
  {
    let asset = ValueAsset([
      .creationDate: .date(try #require(Instant(moment))), .creationDateOffset: .string("+02:00"),
    ])
    #expect(Self.holds(word, text, asset) == holds)
    #expect(!Self.holds(word, text, ValueAsset()))
  }

  @Test(arguments: [
    (ClockCycle.Form.hour, "22..4", "time 22:00..23:59,00:00..04:59"),
    (.time, "22:00", "time 22:00"), (.weekday, "Saturday,sun", "weekday sat,sun"),
    (.month, "dec", "monthDay 12-01..12-31"), (.monthDay, "08-01..", "monthDay 08-01..12-31"),
  ])
  func aCycleIsShownAsItIsRead(_ form: ClockCycle.Form, _ text: String, _ shown: String) throws {
    #expect("\(try #require(ClockCycle(text, as: form)))" == shown)
  }

  @Test(arguments: [
    (ClockCycle.Form.hour, ["", "24", "-1", "+1", "a", "..", "1...2", "12,", "012", "1.5"]),
    (.time, ["", "22", "22:0", "24:00", "12:60", "1:2:3", "..", "::"]),
    (.weekday, ["", "sa", "7", "saturn", "sat-sunny", "sunday!"]),
    (.month, ["0", "13", "ma", "2024", "dec ember"]),
    (.monthDay, ["8-1", "13-01", "02-30", "04-31", "08/01", "0801x", "2024-08-01"]),
  ])
  func otherTextsAreNoCycle(_ form: ClockCycle.Form, _ texts: [String]) {
    for text in texts {
      #expect(ClockCycle(text, as: form) == nil, "\(text)")
    }
  }
}
