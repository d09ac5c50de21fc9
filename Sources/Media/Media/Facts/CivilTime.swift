/// Date arithmetic in the proleptic Gregorian calendar, as if every place used UTC.
enum CivilTime {
  static let millisecondsPerDay: Int64 = 86_400_000

  /// Returns milliseconds since 1970; nil for an impossible date, such as 31 February. Accepts the
  /// years 1…9999, a 60th second, which may be a leap second, and 24:00:00, the end of a day.
  static func milliseconds(
    year: Int, month: Int, day: Int, hour: Int = 0, minute: Int = 0, second: Int = 0,
    millisecond: Int = 0
  ) -> Int64? {
    guard (1...9999).contains(year), (1...12).contains(month), day >= 1,
      day <= daysInMonth(month, year: year), (0...59).contains(minute),
      (0...23).contains(hour) || hour == 24 && minute + second + millisecond == 0 && year < 9999,
      (0...60).contains(second), (0...999).contains(millisecond)
    else { return nil }
    let seconds = (hour * 60 + minute) * 60 + second
    return Int64(daysSince1970(year: year, month: month, day: day)) * millisecondsPerDay
      + Int64(seconds) * 1000 + Int64(millisecond)
  }

  static func daysInMonth(_ month: Int, year: Int) -> Int {
    switch month {
    case 2: (year % 4 == 0 && year % 100 != 0) || year % 400 == 0 ? 29 : 28
    case 4, 6, 9, 11: 30
    default: 31
    }
  }

  /// Returns the year of a day; day 0 is 1 January 1970, and no day is before it.
  static func year(ofDay day: Int) -> Int {
    let mean = 1970 + day * 400 / 146_097
    // Because of leap days the estimate may be a year too high or too low.
    if daysSince1970(year: mean, month: 1, day: 1) > day { return mean - 1 }
    return daysSince1970(year: mean + 1, month: 1, day: 1) > day ? mean : mean + 1
  }

  /// Returns the number of days since 1 January 1970. It counts with March as the first month, so
  /// that the leap day is the last of its year.
  static func daysSince1970(year: Int, month: Int, day: Int) -> Int {
    let marchYear = month > 2 ? year : year - 1
    let marchMonth = (month + 9) % 12
    let leapDays = marchYear / 4 - marchYear / 100 + marchYear / 400
    return marchYear * 365 + leapDays + (marchMonth * 153 + 2) / 5 + day - 1 - 719_468
  }
}
