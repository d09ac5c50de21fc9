/// A date format in a template, with the letters of `strftime` that rules' functions support.
package struct DatePattern: Hashable, Sendable {
  private let letters: [Letter]

  /// The letters allowed after a `%`.
  package static let known = "Y y m d e j H I p M S a A b B u V G F R T z %"
    .split(separator: " ").map(String.init)

  /// A character to copy, or a letter that followed a `%`.
  private enum Letter: Hashable, Sendable {
    case plain(Character)
    case part(Character)
  }

  /// Reads a format such as `%Y-%m`; throws a ``DatePatternProblem`` for an unknown letter.
  package init(_ text: String) throws(DatePatternProblem) {
    var letters: [Letter] = []
    var rest = text[...]
    while let character = rest.popFirst() {
      guard character == "%" else {
        letters.append(.plain(character))
        continue
      }
      let letter = rest.popFirst()
      guard let letter, Self.known.contains(String(letter)) else {
        let known = Self.known.map { "%\($0)" }.joined(separator: " ")
        throw DatePatternProblem(
          message: "a date has no \"%\(letter.map(String.init) ?? "")\"; it has \(known)")
      }
      letters.append(letter == "%" ? .plain("%") : .part(letter))
    }
    self.letters = letters
  }

  /// True if the text is the same for all moments of a day.
  package var isDaily: Bool {
    letters.allSatisfy { letter in
      if case .part(let part) = letter { "YymdejaAbBuVGF".contains(part) } else { true }
    }
  }

  /// Returns a date in this format, in the wall-clock time of a zone.
  package func text(of moment: Instant, by zone: ClockOffset) -> String {
    let clock = Clock(moment, zone)
    return letters.map { letter in
      switch letter {
      case .plain(let character): String(character)
      case .part(let part): clock.text(of: part)
      }
    }.joined()
  }
}

/// The reason why a text is no date format.
package struct DatePatternProblem: Error {
  let message: String
}

private struct Clock {
  private let date: CivilDate
  private let day: Int64
  private let milliseconds: Int64
  private let zone: ClockOffset

  init(_ moment: Instant, _ zone: ClockOffset) {
    let local = moment.advanced(byMilliseconds: zone.seconds * 1000)
    (day, milliseconds) = floorDivide(local.milliseconds, 86_400_000)
    date = CivilDate(daysSince1970: day)
    self.zone = zone
  }

  private var hour: Int64 { milliseconds / 3_600_000 }
  private var minute: Int64 { milliseconds / 60_000 % 60 }
  private var second: Int64 { milliseconds / 1000 % 60 }
  /// The weekday, from 1 for Monday to 7 for Sunday.
  private var weekday: Int64 { floorDivide(day + 3, 7).remainder + 1 }

  private var dayOfYear: Int64 { Self.dayOfYear(date, day) }

  /// The Thursday of the date's week, whose year is the week's year (ISO 8601).
  private var thursday: (date: CivilDate, day: Int64) {
    let day = day + 4 - weekday
    return (CivilDate(daysSince1970: day), day)
  }

  private var week: Int64 { (Self.dayOfYear(thursday.date, thursday.day) - 1) / 7 + 1 }

  private static func dayOfYear(_ date: CivilDate, _ day: Int64) -> Int64 {
    day - (CivilDate(year: date.year, month: 1, day: 1)?.daysSince1970 ?? day) + 1
  }

  func text(of part: Character) -> String {
    switch part {
    case "Y": padded(date.year, 4)
    case "y": padded(abs(date.year) % 100)
    case "m": padded(date.month)
    case "d": padded(date.day)
    case "e": (date.day < 10 ? " " : "") + "\(date.day)"
    case "j": padded(dayOfYear, 3)
    case "H": padded(hour)
    case "I": padded((hour + 11) % 12 + 1)
    case "p": hour < 12 ? "AM" : "PM"
    case "M": padded(minute)
    case "S": padded(second)
    case "a": String(weekdayName.prefix(3))
    case "A": weekdayName
    case "b": String(monthName.prefix(3))
    case "B": monthName
    case "u": "\(weekday)"
    case "V": padded(week)
    case "G": padded(thursday.date.year, 4)
    case "F": "\(padded(date.year, 4))-\(padded(date.month))-\(padded(date.day))"
    case "R": "\(padded(hour)):\(padded(minute))"
    case "T": "\(padded(hour)):\(padded(minute)):\(padded(second))"
    default: offset
    }
  }

  private var offset: String {
    let minutes = Int64(zone.seconds.magnitude / 60)
    return (zone.seconds < 0 ? "-" : "+") + padded(minutes / 60) + padded(minutes % 60)
  }

  private func padded(_ number: Int64, _ width: Int = 2) -> String {
    let digits = "\(number.magnitude)"
    return (number < 0 ? "-" : "")
      + String(repeating: "0", count: max(0, width - digits.count)) + digits
  }

  private var weekdayName: String {
    ["Monday", "Tuesday", "Wednesday", "Thursday", "Friday", "Saturday", "Sunday"][
      Int(weekday - 1)]
  }

  private var monthName: String {
    [
      "January", "February", "March", "April", "May", "June", "July", "August", "September",
      "October", "November", "December",
    ][Int(date.month - 1)]
  }
}
