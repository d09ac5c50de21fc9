import AssetSupport
import PipelineSupport
import Testing

@testable import Assets

/// Tests that name days as people do, asked of photos from everywhere.
@Suite struct DayTests {
  /// A photo taken at a moment, by a clock that is so far ahead of UTC.
  private static func photo(_ moment: String, _ offset: String? = nil) -> ValueAsset {
    var values: [Field: FieldValue] = [:]
    values[.creationDate] = Instant(moment).map(FieldValue.date)
    values[.creationDateOffset] = offset.map(FieldValue.string)
    return ValueAsset(values)
  }

  private static func holds(_ test: ArgumentValue, _ asset: Asset) -> Bool {
    let filter = CompiledFilter(["creationDate": test])
    #expect(filter.messages == [])
    return filter.predicate.matches(asset)
  }

  @Test(
    arguments: [
      // In Kiritimati the day begins 14 hours before that of UTC, on Baker Island 12 hours after.
      ("2024-12-30T10:00:00Z", "+14:00", true), ("2024-12-30T09:59:59.999Z", "+14:00", false),
      ("2024-12-31T09:59:59.999Z", "+14:00", true), ("2024-12-31T10:00:00Z", "+14:00", false),
      ("2024-12-31T12:00:00Z", "-12:00", true), ("2024-12-31T11:59:59.999Z", "-12:00", false),
      ("2025-01-01T11:59:59.999Z", "-12:00", true), ("2025-01-01T12:00:00Z", "-12:00", false),
      // Either side of the date line at one moment.
      ("2024-12-31T10:30:00Z", "+13:00", true), ("2024-12-31T10:30:00Z", "-11:00", false),
      ("2024-12-31T00:00:00Z", "+00:00", true), ("2024-12-31T23:30:00Z", "+05:45", false),
    ])
  func aDayIsThatOfThePlace(_ moment: String, _ offset: String, _ isOn: Bool) {
    let photo = Self.photo(moment, offset)
    for test: ArgumentValue in [
      .calling("on", "2024-12-31"), "2024-12-31", ["2024-12-31"],
      .calling("between", "2024-12-31", "2024-12-31"),
    ] {
      #expect(Self.holds(test, photo) == isOn, "\(test)")
    }
    let date = photo.string(of: .localDate)
    #expect(date.hasPrefix("2024-12-31") == isOn, "\(date)")
    #expect(Instant(date) == Instant(moment))
  }

  @Test(
    arguments: [
      (ArgumentValue.calling("before", "2024-12-31"), [true, false, false, false]),
      (.calling("at_most", "2024-12-31"), [true, true, true, false]),
      (.calling("at_least", "2024-12-31"), [false, true, true, true]),
      (.calling("after", "2024-12-31"), [false, false, false, true]),
      (.calling("between", "2024-12-30", "2024-12-31"), [true, true, true, false]),
      (.calling("after", "2024-12-31T00:00"), [false, false, true, true]),
      (.calling("before", "2024-12-31T23:59:59.999"), [true, true, false, false]),
      (.calling("between", "2024-12-31", "2025-01-01T00:00"), [false, true, true, true]),
      // A moment is one everywhere.
      (.calling("at_least", "2024-12-30T22:00:00Z"), [false, true, true, true]),
      (.calling("between", "2024-12-31", "2024-12-31T21:59:59.999Z"), [false, true, true, false]),
    ])
  func aDayCountsAsAWhole(_ test: ArgumentValue, _ expected: [Bool]) {
    // The last millisecond before the day, its first, its last, and the one after it.
    let moments = [
      "2024-12-30T21:59:59.999Z", "2024-12-30T22:00:00Z", "2024-12-31T21:59:59.999Z",
      "2024-12-31T22:00:00Z",
    ]
    #expect(moments.map { Self.holds(test, Self.photo($0, "+02:00")) } == expected)
  }

  @Test(
    arguments: [
      ("month", "2024-02", "2024-02-01", "2024-02-29"),
      ("month", "2023-02", "2023-02-01", "2023-02-28"),
      ("month", "2024-12", "2024-12-01", "2024-12-31"),
      ("month", "1969-04", "1969-04-01", "1969-04-30"),
      ("year", "2024", "2024-01-01", "2024-12-31"), ("year", "1900", "1900-01-01", "1900-12-31"),
    ])
  func monthsAndYearsAreTheirDays(_ word: String, _ name: String, _ first: String, _ last: String) {
    #expect(
      CompiledFilter(["creationDate": .calling(word, .text(name))]).predicate
        == CompiledFilter(["creationDate": .calling("between", .text(first), .text(last))])
        .predicate)
  }

  @Test func aYearIsANumberToo() {
    #expect(
      CompiledFilter(["creationDate": .calling("year", 2024)]).predicate
        == CompiledFilter(["creationDate": .calling("year", "2024")]).predicate)
  }

  @Test func todayAndYesterdayAreThoseOfTheRun() throws {
    let now = try #require(Instant("2024-03-01T12:00:00Z"))
    for (word, day) in [("today", "2024-03-01"), ("yesterday", "2024-02-29")] {
      #expect(
        CompiledFilter(["creationDate": .calling("monthDay", .text(word))], now: now).predicate
          == CompiledFilter(["creationDate": .calling("monthDay", .text(String(day.dropFirst(5))))])
          .predicate)
      #expect(
        CompiledFilter(["creationDate": .calling("on", .text(word))], now: now).predicate
          == CompiledFilter(["creationDate": .calling("on", .text(day))]).predicate)
    }
  }

  @Test(
    arguments: [
      (.calling("on", "2024-12"), "on takes a day such as \"2024-12-31\", not \"2024-12\""),
      (.calling("on", "2023-02-29"), "on takes a day such as \"2024-12-31\", not \"2023-02-29\""),
      (.calling("on", "last monday"), "on takes a day such as \"2024-12-31\", not \"last monday\""),
      (
        .calling("on", "2024-12-31T10:00"),
        "on takes a day such as \"2024-12-31\", not \"2024-12-31T10:00\""
      ),
      (.calling("on", 20_241_231), "on takes a day such as \"2024-12-31\", not 20241231"),
      (
        .calling("month", "2024-13"),
        "month takes a month such as \"2024-12\", or months of every year such as 12 or \"6..8\", not \"2024-13\""
      ),
      (
        .calling("hour", 24),
        "hour takes hours such as 12, \"12..17\" or \"22..4\", not 24"
      ),
      (.calling("time", "22"), "time takes times such as \"22:00..04:00\", not \"22\""),
      (
        .calling("weekday", 6),
        "weekday takes days such as \"sat,sun\" or \"mon..fri\", not 6"
      ),
      (
        .calling("monthDay", "02-30"),
        "monthDay takes days of every year such as \"08-01\", \"12-24..01-06\" or \"today\", not \"02-30\""
      ),
      (.calling("year", 24), "year takes a year such as 2024, not 24"),
      (.calling("year", "MMXXIV"), "year takes a year such as 2024, not \"MMXXIV\""),
      (.calling("on"), "on takes one value, not 0"),
      (
        .calling("before", "2024-12-31T10:00+25:00"),
        "creationDate is a date such as \"2024-12-31\", not \"2024-12-31T10:00+25:00\""
      ),
      (.calling("any_of", "2024-12-31"), "no test called \"any_of\""),
    ] as [(ArgumentValue, String)])
  func whatNamesNoDayIsRefused(_ test: ArgumentValue, _ message: String) {
    let found = CompiledFilter(["creationDate": test])
    #expect(found.messages == [message])
  }

  @Test(arguments: [
    ("any_of", "any"), ("not_", "none"), ("contains", "has"), ("wihtin", "within"),
    ("around", "near"), ("since", "at_least"),
  ])
  func anUnknownTestHasARemedy(_ name: String, _ suggestion: String) {
    let found = CompiledFilter(["creationDate": .calling(name, "2024-12-31")])
    #expect(found.problems.first?.suggestion == suggestion)
  }

  /// An invalid zone is ignored, and other dates are read by this computer's clock.
  @Test(arguments: ["+99:00", "Mars", "+2:00", "", "+18:01", "12:00", "+ab:cd"])
  func anOffsetThatIsNoneIsPassedOver(_ offset: String) throws {
    let moment = try #require(Instant("2024-12-31T12:00:00Z"))
    let odd = Self.photo("2024-12-31T12:00:00Z", offset)
    #expect(odd.string(of: .localDate) == Self.photo("2024-12-31T12:00:00Z").string(of: .localDate))
    #expect(odd.clock(of: .modificationDate, at: moment) == .ofComputer(at: moment))
  }

  @Test func aPhotoWithoutADateIsOnNoDay() {
    #expect(!Self.holds(.calling("on", "2024-12-31"), ValueAsset()))
    #expect(Self.holds(.calling("none", .calling("on", "2024-12-31")), ValueAsset()))
    #expect(!ValueAsset().value(of: .localDate).isPresent)
  }

  /// A date passes the library's test in every zone if it passes the rule's.
  @Test func theWiderTestLosesNothing() throws {
    let ranges: [ArgumentValue] = [
      .calling("on", "2024-12-31"), .calling("before", "2024-12-31"),
      .calling("after", "2024-12-31"), .calling("month", "2024-12"),
    ]
    for test in ranges {
      let predicate = CompiledFilter(["creationDate": test]).predicate
      let wider = try #require(predicate.wider)
      let (accepted, rest) = predicate.split { if case .clock = $0 { false } else { true } }
      #expect(accepted == wider && rest == predicate)
      for hours in -40...80 {
        for offset in ["-18:00", "-12:00", "+00:00", "+14:00", "+18:00"] {
          let moment = Instant(milliseconds: 1_735_603_200_000 + Int64(hours) * 3_600_000)
          let photo = Self.photo(moment.description, offset)
          #expect(predicate.matches(photo) == (wider.matches(photo) && rest.matches(photo)))
        }
      }
    }
  }

  @Test func explainNamesTheDays() {
    func text(_ test: ArgumentValue) -> String {
      CompiledFilter(["creationDate": test]).predicate.description
    }
    #expect(text(.calling("on", "2024-12-31")) == "creationDate on 2024-12-31")
    #expect(text(.calling("month", "2024-12")) == "creationDate from 2024-12-01 until 2025-01-01")
    #expect(
      text(.calling("before", "2024-12-31T18:00")) == "creationDate before 2024-12-31T18:00:00.000")
    #expect(text(.calling("after", "2024-12-31")) == "creationDate from 2025-01-01 on")
  }
}
