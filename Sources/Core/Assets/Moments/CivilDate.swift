/// A day of the proleptic Gregorian calendar. The conversions are Howard Hinnant's
/// `days_from_civil` and `civil_from_days`, which hold for every year whose day number fits 64
/// bits.
package struct CivilDate: Hashable, Sendable {
  /// The year, where 0 is the year before 1.
  package let year: Int64
  /// The month, from 1.
  package let month: Int64
  /// The day of the month, from 1.
  package let day: Int64

  package init(daysSince1970: Int64) {
    let shifted = daysSince1970 + 719_468
    let era = floorDivide(shifted, 146_097)
    let dayOfEra = era.remainder
    let yearOfEra = (dayOfEra - dayOfEra / 1460 + dayOfEra / 36_524 - dayOfEra / 146_096) / 365
    let dayOfYear = dayOfEra - (365 * yearOfEra + yearOfEra / 4 - yearOfEra / 100)
    let shiftedMonth = (5 * dayOfYear + 2) / 153
    day = dayOfYear - (153 * shiftedMonth + 2) / 5 + 1
    month = shiftedMonth < 10 ? shiftedMonth + 3 : shiftedMonth - 9
    year = yearOfEra + era.quotient * 400 + (month <= 2 ? 1 : 0)
  }

  /// Creates a date; nil if the calendar has no such day.
  package init?(year: Int64, month: Int64, day: Int64) {
    guard (1...12).contains(month), (1...Self.days(in: month, of: year)).contains(day) else {
      return nil
    }
    self.year = year
    self.month = month
    self.day = day
  }

  /// The number of days since 1970-01-01, negative before.
  package var daysSince1970: Int64 {
    let shiftedYear = month <= 2 ? year - 1 : year
    let era = floorDivide(shiftedYear, 400)
    let shiftedMonth = month > 2 ? month - 3 : month + 9
    let dayOfYear = (153 * shiftedMonth + 2) / 5 + day - 1
    let dayOfEra = era.remainder * 365 + era.remainder / 4 - era.remainder / 100 + dayOfYear
    return era.quotient * 146_097 + dayOfEra - 719_468
  }

  /// Returns the number of days of a month, which is from 1 to 12.
  package static func days(in month: Int64, of year: Int64) -> Int64 {
    switch month {
    case 2: year % 4 == 0 && (year % 100 != 0 || year % 400 == 0) ? 29 : 28
    case 4, 6, 9, 11: 30
    default: 31
    }
  }
}
