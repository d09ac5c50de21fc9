/// The day and time of a year at which clocks change, as in a POSIX rule.
struct ZoneDay: Hashable {
  let day: Day
  /// The seconds after midnight, up to a week earlier or later.
  var time: Int64 = 7200

  enum Day: Hashable {
    /// The day of the year from 1 to 365, as if there were no 29 February.
    case withoutLeapDay(Int)
    /// The day of the year from 0 to 365, 29 February included.
    case withLeapDay(Int)
    /// The first to fourth such weekday of a month; 5 is the last. Sunday is 0.
    case weekday(month: Int, week: Int, day: Int)
  }

  static let secondSundayInMarch = ZoneDay(day: .weekday(month: 3, week: 2, day: 0))
  static let firstSundayInNovember = ZoneDay(day: .weekday(month: 11, week: 1, day: 0))

  /// Returns the moment as seconds since 1970 in local time.
  func seconds(in year: Int) -> Int64 {
    Int64(days(in: year)) * 86_400 + time
  }

  private func days(in year: Int) -> Int {
    let newYear = CivilTime.daysSince1970(year: year, month: 1, day: 1)
    switch day {
    case .withLeapDay(let day): return newYear + day
    case .withoutLeapDay(let day):
      let isLeapYear = CivilTime.daysInMonth(2, year: year) == 29
      return newYear + day - 1 + (isLeapYear && day >= 60 ? 1 : 0)
    case .weekday(let month, let week, let day):
      let first = CivilTime.daysSince1970(year: year, month: month, day: 1)
      // 1 January 1970 was a Thursday.
      let weekday = (first + 4) % 7
      var date = (day - weekday + 7) % 7 + 7 * (week - 1)
      if date >= CivilTime.daysInMonth(month, year: year) { date -= 7 }
      return first + date
    }
  }
}
