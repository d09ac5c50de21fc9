#if canImport(Glibc)
  import Glibc
#elseif canImport(Darwin)
  import Darwin
#endif

/// A date and a time of day as a clock on the wall shows them, without a zone.
package struct CivilTime: Sendable, Hashable {
  package var year: Int
  package var month: Int
  package var day: Int
  package var hour: Int
  package var minute: Int
  package var second: Int

  package init(
    _ year: Int, _ month: Int, _ day: Int, _ hour: Int = 0, _ minute: Int = 0, _ second: Int = 0
  ) {
    self.year = year
    self.month = month
    self.day = day
    self.hour = hour
    self.minute = minute
    self.second = second
  }

  /// The time in UTC, from seconds since 1970; proleptic Gregorian calendar.
  package init(secondsSince1970 seconds: Int) {
    let days = seconds >= 0 ? seconds / 86400 : (seconds - 86399) / 86400
    let rest = seconds - days * 86400
    // Years begin in March here, so that the leap day is the last of its year.
    let shifted = days + 719_468
    let era = (shifted >= 0 ? shifted : shifted - 146_096) / 146_097
    let dayOfEra = shifted - era * 146_097
    let yearOfEra =
      (dayOfEra - dayOfEra / 1460 + dayOfEra / 36_524 - dayOfEra / 146_096) / 365
    let dayOfYear = dayOfEra - (365 * yearOfEra + yearOfEra / 4 - yearOfEra / 100)
    let shiftedMonth = (5 * dayOfYear + 2) / 153
    let month = shiftedMonth < 10 ? shiftedMonth + 3 : shiftedMonth - 9
    self.init(
      yearOfEra + era * 400 + (month <= 2 ? 1 : 0), month,
      dayOfYear - (153 * shiftedMonth + 2) / 5 + 1, rest / 3600, rest / 60 % 60, rest % 60)
  }

  /// The time in this computer's zone, from seconds since 1970.
  package init(localSecondsSince1970 seconds: Int) {
    var time = time_t(seconds)
    var parts = tm()
    localtime_r(&time, &parts)
    self.init(
      Int(parts.tm_year) + 1900, Int(parts.tm_mon) + 1, Int(parts.tm_mday), Int(parts.tm_hour),
      Int(parts.tm_min), Int(parts.tm_sec))
  }

  /// Seconds since 1970 when the clock shows UTC.
  package var secondsSince1970: Int {
    let shiftedYear = month <= 2 ? year - 1 : year
    let era = (shiftedYear >= 0 ? shiftedYear : shiftedYear - 399) / 400
    let yearOfEra = shiftedYear - era * 400
    let dayOfYear = (153 * (month > 2 ? month - 3 : month + 9) + 2) / 5 + day - 1
    let dayOfEra = yearOfEra * 365 + yearOfEra / 4 - yearOfEra / 100 + dayOfYear
    return (era * 146_097 + dayOfEra - 719_468) * 86400 + hour * 3600 + minute * 60 + second
  }

  /// `2015:09:27 21:29:28`, as EXIF writes it.
  package var exif: String {
    joined(":", ":")
  }

  /// `2015-09-27 21-29-28`, as GNOME names its screenshots.
  package var fileName: String {
    joined("-", "-")
  }

  /// `2015-09-27T21:29:28`, as ISO 8601 and XMP write it.
  package var iso8601: String {
    joined("-", ":", between: "T")
  }

  /// Returns date and time with separators of any form, such as `20150927_212928`.
  package func joined(
    _ dateSeparator: String, _ timeSeparator: String, between: String = " "
  ) -> String {
    [Self.padded(year, to: 4), Self.padded(month), Self.padded(day)]
      .joined(separator: dateSeparator) + between
      + [Self.padded(hour), Self.padded(minute), Self.padded(second)]
      .joined(separator: timeSeparator)
  }

  private static func padded(_ number: Int, to width: Int = 2) -> String {
    let digits = String(number)
    return String(repeating: "0", count: max(0, width - digits.utf8.count)) + digits
  }
}
