internal import Media

/// The name that Shotwell shows for an event without a name: the days on which its pictures were
/// taken, in the computer's time zone, as in `Sat May 4, 2019` or `Sat Jul 4 - 5, 2020`. It is in
/// English in any locale, so that a rule can name the event on any computer.
struct ShotwellEventName {
  private struct Day: Equatable {
    let year: Int64
    let month: Int
    let day: Int
    let weekday: Int

    private static let weekdays = ["Sun", "Mon", "Tue", "Wed", "Thu", "Fri", "Sat"]
    private static let months = [
      "Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec",
    ]

    /// - Parameter seconds: Seconds since 1970 on the local clock.
    init(_ seconds: Int64) {
      let days = (seconds >= 0 ? seconds : seconds - 86_399) / 86_400
      // 1970-01-01 was a Thursday.
      weekday = Int(((days + 4) % 7 + 7) % 7)
      // Howard Hinnant's civil_from_days: years from March on, in eras of 400.
      let shifted = days + 719_468
      let era = (shifted >= 0 ? shifted : shifted - 146_096) / 146_097
      let dayOfEra = shifted - era * 146_097
      let yearOfEra =
        (dayOfEra - dayOfEra / 1460 + dayOfEra / 36_524 - dayOfEra / 146_096) / 365
      let dayOfYear = dayOfEra - (365 * yearOfEra + yearOfEra / 4 - yearOfEra / 100)
      let shiftedMonth = (5 * dayOfYear + 2) / 153
      day = Int(dayOfYear - (153 * shiftedMonth + 2) / 5 + 1)
      month = Int(shiftedMonth < 10 ? shiftedMonth + 3 : shiftedMonth - 9)
      year = yearOfEra + era * 400 + (month <= 2 ? 1 : 0)
    }

    var short: String { "\(Self.weekdays[weekday]) \(Self.months[month - 1]) \(day)" }
    var long: String { "\(short), \(year)" }
  }

  let text: String

  /// - Parameters:
  ///   - dates: the first and the last date, in seconds since 1970; nil if no picture has one.
  ///   - number: the number of the event's row.
  init(_ dates: ClosedRange<Int64>?, number: Int64, zone: LocalTimeZone) {
    guard let dates else {
      text = "Event \(number)"
      return
    }
    func day(_ seconds: Int64) -> Day { Day(seconds + zone.secondsFromUTC(at: seconds)) }
    let (first, last) = (day(dates.lowerBound), day(dates.upperBound))
    if first == last {
      text = first.long
    } else if first.year != last.year {
      text = "\(first.long) - \(last.long)"
    } else if first.month == last.month, first.day + 1 == last.day {
      text = "\(first.short) - \(last.day), \(last.year)"
    } else {
      text = "\(first.short) - \(last.long)"
    }
  }
}
