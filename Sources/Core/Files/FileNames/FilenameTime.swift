internal import Media

/// The time of day after a date in a file name.
struct FilenameTime {
  let milliseconds: Int
  let precision: FilenameDate.Precision

  enum Result {
    /// The text does not look like a time; the date has none.
    case none
    /// The text looks like a time but has impossible values, so it is not a date either.
    case invalid
    case found(FilenameTime, end: Int)
  }

  /// Reads the time after a separated date: `T12-00-00`, ` at 2.29.28 PM`, `-120000`, `_12-00`.
  static func following(_ name: NameBytes, _ dateEnd: Int) -> Result {
    var index = dateEnd
    if name.lower(index) == UInt8(ascii: "t") && name.isDigit(index + 1) {
      index += 1
    } else {
      index = skippingGap(name, index)
      guard index > dateEnd else { return .none }
      if !name.isDigit(index), let join = joins.longest(in: name, at: index) {
        index = skippingGap(name, join.end)
      }
    }
    var period: DayPeriod?
    if !name.isDigit(index), let found = periods.longest(in: name, at: index) {
      period = found.value
      index = name.skippingSpaces(found.end)
    }
    switch name.digitRun(index, limit: 10) {
    case 1, 2: return clock(name, index, period)
    case 6, 9: return digits(name, index)
    default: return .none
    }
  }

  /// Reads the time after a date of eight digits: `_120000`, `-120000`, `_120000123`, `_12h00m00s`.
  static func joined(_ name: NameBytes, _ dateEnd: Int) -> Result {
    var index = name.afterSpace(dateEnd) ?? dateEnd
    switch name[index] {
    case UInt8(ascii: "_"), UInt8(ascii: "-"), UInt8(ascii: "T"), UInt8(ascii: "t"): index += 1
    default: break
    }
    guard index > dateEnd else { return .none }
    switch name.digitRun(index, limit: 10) {
    case 6, 9:
      return digits(name, index)
    case 2:
      if case .found(let time, let end) = clock(name, index, nil), time.precision >= .second {
        return .found(time, end: end)
      }
      return .none
    default:
      return .none
    }
  }

  static func digits(_ name: NameBytes, _ index: Int) -> Result {
    guard let hour = name.number(index, 2), let minute = name.number(index + 2, 2),
      let second = name.number(index + 4, 2)
    else { return .none }
    guard hour < 24, minute < 60, second < 60 else { return .invalid }
    let milliseconds = ((hour * 60 + minute) * 60 + second) * 1000
    if name.digitRun(index + 6, limit: 4) == 3, let fraction = name.number(index + 6, 3) {
      let time = FilenameTime(milliseconds: milliseconds + fraction, precision: .millisecond)
      return .found(time, end: index + 9)
    }
    let time = FilenameTime(milliseconds: milliseconds, precision: .second)
    return withPeriod(time, name, index + 6, hour: hour, given: nil)
  }

  /// Reads a time in separated parts: `2.29.28 PM`, `12-00-00-123`, `12h00m00s`, `12-00`.
  private static func clock(_ name: NameBytes, _ start: Int, _ period: DayPeriod?) -> Result {
    let hourLength = name.digitRun(start, limit: 3)
    let minuteStart = afterMark(name, start + hourLength)
    guard minuteStart > 0, name.digitRun(minuteStart, limit: 3) == 2,
      let hour = name.number(start, hourLength), let minute = name.number(minuteStart, 2)
    else { return .none }
    let mark = name.lower(start + hourLength)
    let usesLetters = mark == UInt8(ascii: "h")
    var end = minuteStart + 2
    var second: Int?
    let secondStart = afterMark(name, end)
    if secondStart > 0, name.lower(end) == (usesLetters ? UInt8(ascii: "m") : mark),
      name.digitRun(secondStart, limit: 3) == 2
    {
      second = name.number(secondStart, 2)
      end = secondStart + 2
      if usesLetters && name.lower(end) == UInt8(ascii: "s") { end += 1 }
    } else {
      let separates =
        mark == UInt8(ascii: "-") || mark == UInt8(ascii: ".") || mark == UInt8(ascii: ":")
        || usesLetters
      guard separates, hourLength == 2, !name.isLetter(end) else { return .none }
    }
    guard hour < 24, minute < 60, second ?? 0 < 60 else { return .invalid }
    var milliseconds = ((hour * 60 + minute) * 60 + (second ?? 0)) * 1000
    var precision = second == nil ? FilenameDate.Precision.minute : .second
    if second != nil, name[end] == UInt8(ascii: "-") || name[end] == UInt8(ascii: "."),
      name.digitRun(end + 1, limit: 4) == 3,
      !name.isLetter(end + 4) || name[end + 4] == UInt8(ascii: "Z"),
      let fraction = name.number(end + 1, 3)
    {
      milliseconds += fraction
      precision = .millisecond
      end += 4
    }
    let time = FilenameTime(milliseconds: milliseconds, precision: precision)
    return withPeriod(time, name, end, hour: hour, given: period)
  }

  /// Returns the index after the separator of hour, minute and second at `index`; zero without one.
  private static func afterMark(_ name: NameBytes, _ index: Int) -> Int {
    switch name.lower(index) {
    case UInt8(ascii: "."), UInt8(ascii: ":"), UInt8(ascii: "-"), UInt8(ascii: "_"),
      UInt8(ascii: " "), UInt8(ascii: "h"), UInt8(ascii: "m"):
      index + 1
    default: 0
    }
  }

  /// Converts a time of the twelve-hour clock. AM and PM are ignored for an hour above twelve, as
  /// some systems write `21.45.17pm`.
  private static func withPeriod(
    _ time: FilenameTime, _ name: NameBytes, _ end: Int, hour: Int, given: DayPeriod?
  ) -> Result {
    var end = end
    var period = given
    if period == nil {
      let start = name.skippingSpaces(end)
      let found = periods.longest(in: name, at: start) { _, end in !name.isLetter(end) }
      if let found {
        period = found.value
        end = found.end
      }
    }
    guard let period, 1...12 ~= hour else { return .found(time, end: end) }
    let shift = hour % 12 + (period == .afternoon ? 12 : 0) - hour
    let shifted = FilenameTime(
      milliseconds: time.milliseconds + shift * 3_600_000, precision: time.precision)
    return .found(shifted, end: end)
  }

  /// Returns the index after at most four spaces, commas, hyphens, dashes and underscores.
  private static func skippingGap(_ name: NameBytes, _ index: Int) -> Int {
    var index = index
    for _ in 0..<4 {
      if let next = name.afterSpace(index) {
        index = next
      } else if name[index] == 0xE2 && name[index + 1] == 0x80 && name[index + 2] & 0xFE == 0x94 {
        index += 3
      } else if name[index] == 0xE2 && name[index + 1] == 0x80 && name[index + 2] == 0x93 {
        index += 3
      } else {
        switch name[index] {
        case UInt8(ascii: "_"), UInt8(ascii: "-"), UInt8(ascii: ","): index += 1
        default: return index
        }
      }
    }
    return index
  }

  private enum DayPeriod { case morning, afternoon }

  /// The words that macOS, WhatsApp and others put between date and time.
  private static let joins = PhraseTrie<Void>(
    [
      "at", "um", "à", "a", "às", "a las", "a la", "a la(s)", "a les", "alle", "alle ore", "ore",
      "kl", "kl.", "klo", "klo.", "kello", "klokken", "om", "o", "u", "ob", "v", "w", "o godz.",
      "la",
      "la ora", "в", "о", "об", "у", "στις", "lúc", "pukul", "saat", "เวลา", "בשעה", "في",
    ].map { ($0, ()) })

  /// AM and PM in several languages, and the parts of the day that CLDR's Chinese calendars name.
  private static let periods = PhraseTrie<DayPeriod>(
    [
      "AM", "a.m.", "a.m", "a. m.", "π.μ.", "π.μ", "πμ", "上午", "凌晨", "清晨", "早上", "午前", "오전",
      "SA", "ص", "f.m.",
    ].map { ($0, .morning) }
      + [
        "PM", "p.m.", "p.m", "p. m.", "μ.μ.", "μ.μ", "μμ", "下午", "中午", "晚上", "午後", "오후", "CH",
        "م", "e.m.",
      ].map { ($0, .afternoon) })
}
