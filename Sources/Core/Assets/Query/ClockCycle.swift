/// A part of every day, week or year on a wall clock, such as the hours 22 to 4 or August 1.
///
/// It is compared with the local time where a photo was taken, as ``ClockRange`` is.
public struct ClockCycle: Hashable, Sendable {
  /// The numbers that a cycle's ranges consist of.
  public enum Unit: Hashable, Sendable {
    /// The minute of the day, from 0.
    case minute
    /// The day of the week; Monday is 1.
    case weekday
    /// The day of the year, as 100 times the month plus the day: 801 is August 1.
    case day
  }

  public let unit: Unit
  /// The numbers that are in the cycle; a range over the end of the cycle is in two parts.
  public let ranges: [ClosedRange<Int64>]

  /// Reads ranges such as `12..17`, `sat,sun` or `22:00..04:00`, both ends included; nil for
  /// anything else. A range may go over the end of the day, week or year, or have one end only.
  package init?(_ text: String, as form: Form) {
    var ranges: [ClosedRange<Int64>] = []
    for part in text.split(separator: ",", omittingEmptySubsequences: false) {
      // `9-11` is what other programs call `9..11`; the days of a year have hyphens of their own.
      let hyphen =
        form == .monthDay ? nil : part.dropFirst().dropLast().firstRange(of: "-")
      guard let dots = part.firstRange(of: "..") ?? hyphen else {
        guard let whole = form.range(part) else { return nil }
        ranges.append(whole)
        continue
      }
      let (first, last) = (part[..<dots.lowerBound], part[dots.upperBound...])
      if first.isEmpty, last.isEmpty { return nil }
      let low = first.isEmpty ? form.unit.whole : form.range(first)
      let high = last.isEmpty ? form.unit.whole : form.range(last)
      guard let low, let high else { return nil }
      if low.lowerBound <= high.upperBound {
        ranges.append(low.lowerBound...high.upperBound)
      } else {
        ranges.append(low.lowerBound...form.unit.whole.upperBound)
        ranges.append(form.unit.whole.lowerBound...high.upperBound)
      }
    }
    unit = form.unit
    self.ranges = ranges
  }

  /// Returns true if the cycle contains the local time, in milliseconds as ``ClockRange/start`` is.
  package func contains(_ wallClock: Int64) -> Bool {
    let day = floorDivide(wallClock, 86_400_000)
    let number: Int64
    switch unit {
    case .minute: number = day.remainder / 60_000
    // 1970-01-01 was a Thursday.
    case .weekday: number = floorDivide(day.quotient + 3, 7).remainder + 1
    case .day:
      let date = CivilDate(daysSince1970: day.quotient)
      number = date.month * 100 + date.day
    }
    return ranges.contains { $0.contains(number) }
  }
}

extension ClockCycle {
  /// The ways to write a part of a cycle; the raw value is the word in rules.
  package enum Form: String, Sendable {
    case hour, time, weekday, month, monthDay

    var unit: Unit {
      switch self {
      case .hour, .time: .minute
      case .weekday: .weekday
      case .month, .monthDay: .day
      }
    }

    /// The values that the form takes, for messages.
    var wanted: String {
      switch self {
      case .hour: "hours such as 12, \"12..17\" or \"22..4\""
      case .time: "times such as \"22:00..04:00\""
      case .weekday: "days such as \"sat,sun\" or \"mon..fri\""
      case .month: "a month such as \"2024-12\", or months of every year such as 12 or \"6..8\""
      case .monthDay: "days of every year such as \"08-01\", \"12-24..01-06\" or \"today\""
      }
    }

    /// Returns the numbers that a word such as `12`, `22:00`, `sat` or `08-01` covers; else nil.
    fileprivate func range(_ text: Substring) -> ClosedRange<Int64>? {
      switch self {
      case .hour:
        return Self.number(text, in: 0...23).map { $0 * 60...$0 * 60 + 59 }
      case .time:
        let parts = text.split(separator: ":", omittingEmptySubsequences: false)
        guard parts.count == 2, parts[1].utf8.count == 2,
          let hour = Self.number(parts[0], in: 0...23),
          let minute = Self.number(parts[1], in: 0...59)
        else { return nil }
        return hour * 60 + minute...hour * 60 + minute
      case .weekday: return ClockCycle.place(of: text, among: ClockCycle.weekdays).map { $0...$0 }
      case .month:
        let month =
          Self.number(text, in: 1...12) ?? ClockCycle.place(of: text, among: ClockCycle.months)
        return month.map { $0 * 100 + 1...$0 * 100 + 31 }
      case .monthDay:
        guard text.utf8.count == 5, case .clock(let day)? = WrittenDate("2024-" + text),
          let start = day.start
        else { return nil }
        let date = CivilDate(daysSince1970: start / 86_400_000)
        return date.month * 100 + date.day...date.month * 100 + date.day
      }
    }

    private static func number(_ text: Substring, in range: ClosedRange<Int64>) -> Int64? {
      guard (1...2).contains(text.utf8.count), text.utf8.allSatisfy({ (48...57).contains($0) }),
        let number = Int64(text), range.contains(number)
      else { return nil }
      return number
    }
  }

  private static let weekdays = [
    "monday", "tuesday", "wednesday", "thursday", "friday", "saturday", "sunday",
  ]
  private static let months = [
    "january", "february", "march", "april", "may", "june", "july", "august", "september",
    "october", "november", "december",
  ]

  /// Returns the number, from 1, of the name that begins with at least three letters of `text`.
  private static func place(of text: Substring, among names: [String]) -> Int64? {
    guard text.utf8.count >= 3 else { return nil }
    let word = text.lowercased()
    return names.firstIndex { $0.hasPrefix(word) }.map { Int64($0) + 1 }
  }
}

extension ClockCycle.Unit {
  /// The numbers of a whole day, week or year.
  fileprivate var whole: ClosedRange<Int64> {
    switch self {
    case .minute: 0...1439
    case .weekday: 1...7
    case .day: 101...1231
    }
  }
}

extension ClockCycle: CustomStringConvertible {
  /// The cycle as `explain` shows it after the name of a field: `time 12:00..17:59`.
  public var description: String {
    let parts = ranges.map { range in
      let (first, last) = (text(range.lowerBound), text(range.upperBound))
      return first == last ? first : "\(first)..\(last)"
    }
    let word: ClockCycle.Form =
      switch unit {
      case .minute: .time
      case .weekday: .weekday
      case .day: .monthDay
      }
    return "\(word.rawValue) \(parts.joined(separator: ","))"
  }

  private func text(_ number: Int64) -> String {
    func two(_ number: Int64) -> String { number < 10 ? "0\(number)" : "\(number)" }
    return switch unit {
    case .minute: "\(two(number / 60)):\(two(number % 60))"
    case .weekday: String(Self.weekdays[Int(number) - 1].prefix(3))
    case .day: "\(two(number / 100))-\(two(number % 100))"
    }
  }
}
