internal import Pipeline
internal import Sessions

/// The moments at which a service runs its rule: times of the day, on all days or some of the week.
struct ServiceSchedule {
  /// The text that the user typed, such as `mon,fri 20:00`.
  let text: String
  /// The minutes of the day, from 0.
  private let minutes: [Int64]
  /// The days of the week, from 1 for Monday; empty for every day.
  private let days: [ClosedRange<Int64>]

  /// Reads `20:00`, `8:00,20:00`, `mon,fri 20:00` or `mon..fri 20:00`. Throws ``UsageProblem`` for
  /// anything else.
  init(_ text: String) throws(UsageProblem) {
    let words = text.split(separator: " ").map(String.init)
    let times = words.last.flatMap { ClockCycle($0, as: .time)?.ranges } ?? []
    let cycle = words.count == 2 ? ClockCycle(words[0], as: .weekday)?.ranges : []
    guard words.count <= 2, !times.isEmpty, times.allSatisfy({ $0.count == 1 }), let days = cycle
    else {
      throw UsageProblem(
        "--at takes a time, and perhaps days before it, such as 20:00 or \"mon,fri 20:00\", not"
          + " \"\(text)\"")
    }
    self.text = words.joined(separator: " ")
    self.days = days
    minutes = times.map(\.lowerBound)
  }

  /// The moments as systemd writes them (systemd.time(7), *Calendar events*).
  var calendarEvents: [String] {
    let words = days.map { range in
      let (first, last) = (Self.names[Int(range.lowerBound)], Self.names[Int(range.upperBound)])
      return range.count == 1 ? first : "\(first)..\(last)"
    }
    let day = words.isEmpty ? "" : words.joined(separator: ",") + " "
    return minutes.map { "\(day)*-*-* \(Self.two($0 / 60)):\(Self.two($0 % 60)):00" }
  }

  private static let names = ["", "Mon", "Tue", "Wed", "Thu", "Fri", "Sat", "Sun"]

  private static func two(_ number: Int64) -> String { number < 10 ? "0\(number)" : "\(number)" }

  /// The moments as the first fields of cron's lines (crontab(5)), one for each minute of an hour.
  var cronTimes: [String] {
    let days = days.map { range in
      range.count == 1 ? "\(range.lowerBound)" : "\(range.lowerBound)-\(range.upperBound)"
    }
    let hours = Dictionary(grouping: minutes) { $0 % 60 }
    return hours.sorted { $0.key < $1.key }.map { minute, moments in
      "\(minute) \(moments.map { "\($0 / 60)" }.joined(separator: ",")) * *"
        + " \(days.isEmpty ? "*" : days.joined(separator: ","))"
    }
  }

  /// The moments as launchd needs them (launchd.plist(5), `StartCalendarInterval`): each with the
  /// minute and hour and, unless it is on every day, the day of the week.
  var calendarIntervals: [[(key: String, value: Int64)]] {
    minutes.flatMap { minute in
      let time: [(key: String, value: Int64)] = [("Hour", minute / 60), ("Minute", minute % 60)]
      let all = days.flatMap { Array($0) }
      return all.isEmpty ? [time] : all.map { day in [(key: "Weekday", value: day)] + time }
    }
  }
}
