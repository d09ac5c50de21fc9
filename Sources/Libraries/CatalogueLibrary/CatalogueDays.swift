internal import Media

/// The words for the days from one moment to another, in a time zone: `Sat May 4, 2019`,
/// `Sat Jul 4 - 5, 2020`. They are in English in any locale, so that a rule can name an album that is
/// called so on any computer.
struct CatalogueDays {
  private struct Day: Equatable {
    let date: CivilDate
    let weekday: Int

    private static let weekdays = ["Sun", "Mon", "Tue", "Wed", "Thu", "Fri", "Sat"]
    private static let months = [
      "Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec",
    ]

    /// - Parameter seconds: Seconds since 1970 on the local clock.
    init(_ seconds: Int64) {
      let day = floorDivide(seconds, 86_400).quotient
      date = CivilDate(daysSince1970: day)
      // 1970-01-01 was a Thursday.
      weekday = Int(((day + 4) % 7 + 7) % 7)
    }

    var short: String {
      "\(Self.weekdays[weekday]) \(Self.months[Int(date.month) - 1]) \(date.day)"
    }
    var long: String { "\(short), \(date.year)" }

    static func == (left: Day, right: Day) -> Bool { left.long == right.long }
  }

  let text: String

  /// The seconds since 1970 that have a date: about 285,000 years before and after.
  private static let limits: ClosedRange<Int64> = -9_000_000_000_000...9_000_000_000_000

  /// - Parameter moments: The first and the last moment, in seconds since 1970.
  /// - Returns: nil if a moment is not within ``limits``.
  init?(_ moments: ClosedRange<Int64>, zone: LocalTimeZone) {
    guard Self.limits.contains(moments.lowerBound), Self.limits.contains(moments.upperBound) else {
      return nil
    }
    func day(_ seconds: Int64) -> Day { Day(seconds + zone.secondsFromUTC(at: seconds)) }
    let (first, last) = (day(moments.lowerBound), day(moments.upperBound))
    if first == last {
      text = first.long
    } else if first.date.year != last.date.year {
      text = "\(first.long) - \(last.long)"
    } else if first.date.month == last.date.month, first.date.day + 1 == last.date.day {
      text = "\(first.short) - \(last.date.day), \(last.date.year)"
    } else {
      text = "\(first.short) - \(last.long)"
    }
  }
}
