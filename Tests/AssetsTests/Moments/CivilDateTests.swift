import Assets
import PipelineSupport
import Testing

@Suite struct CivilDateTests {
  /// Every day of a century follows from the one before it by the rules of the calendar.
  @Test(arguments: [-5000, -401, 0, 1582, 1899, 1999, 4900] as [Int64])
  func everyDayFollowsTheOneBefore(_ year: Int64) throws {
    let first = try #require(CivilDate(year: year, month: 1, day: 1))
    var previous = first
    for number in first.daysSince1970 + 1..<first.daysSince1970 + 36_525 {
      let date = CivilDate(daysSince1970: number)
      let isNextDay =
        date.year == previous.year && date.month == previous.month
        && date.day == previous.day + 1
      let isNextMonth =
        date.day == 1 && previous.day == Self.days(in: previous.month, of: previous.year)
        && (date.year, date.month)
          == (previous.month == 12
            ? (previous.year + 1, 1) : (previous.year, previous.month + 1))
      guard isNextDay || isNextMonth, date.daysSince1970 == number else {
        Issue.record("\(date) does not follow \(previous)")
        return
      }
      previous = date
    }
  }

  @Test func daysOfTenThousandYearsComeBack() {
    // ±5,000 years, every 13th day.
    for number in stride(from: Int64(-1_826_000), through: 1_826_000, by: 13) {
      let date = CivilDate(daysSince1970: number)
      guard date.daysSince1970 == number,
        CivilDate(year: date.year, month: date.month, day: date.day) == date
      else {
        Issue.record("day \(number) became \(date)")
        return
      }
    }
  }

  @Test func knowsDays() throws {
    #expect(CivilDate(daysSince1970: 0) == CivilDate(year: 1970, month: 1, day: 1))
    #expect(CivilDate(year: 2000, month: 3, day: 1)?.daysSince1970 == 11_017)
    #expect(CivilDate(year: 0, month: 3, day: 1)?.daysSince1970 == -719_468)
    #expect(CivilDate(year: 2100, month: 2, day: 29) == nil)
    #expect(CivilDate(year: 2000, month: 2, day: 29) != nil)
  }

  private static func days(in month: Int64, of year: Int64) -> Int64 {
    let isLeap = year % 400 == 0 || (year % 4 == 0 && year % 100 != 0)
    return [31, isLeap ? 29 : 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31][Int(month) - 1]
  }
}
