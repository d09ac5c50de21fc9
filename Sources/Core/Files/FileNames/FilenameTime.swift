internal import Media

/// The time of day after a date in a file name.
struct FilenameTime {
  /// The zone that a name gives beside the time.
  enum Zone: Equatable {
    case utc
    case offset(minutes: Int16)

    /// The offset from UTC; nil for UTC, which names no place.
    var offsetMinutes: Int16? {
      if case .offset(let minutes) = self { minutes } else { nil }
    }
  }

  let milliseconds: Int
  let precision: FilenameDate.Precision
  /// True if AM or PM, in some language, stands beside the time.
  var hasPeriod = false
  var zone: Zone?

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
    let isISO = name.lower(index) == UInt8(ascii: "t") && name.isDigit(index + 1)
    if isISO {
      index += 1
    } else {
      index = skippingGap(name, index)
      guard index > dateEnd else { return .none }
      if !name.isDigit(index),
        let join = joins.longest(
          in: name, at: index,
          where: { _, end in name.isDigit(end) || skippingGap(name, end) > end })
      {
        index = skippingGap(name, join.end)
      }
    }
    var period: DayPeriod?
    if !name.isDigit(index), let found = periods.longest(in: name, at: index) {
      period = found.value
      index = skippingGap(name, found.end)
    }
    let length = name.digitRun(index, limit: 10)
    switch length {
    case 1, 2: return clock(name, index, period, isISO)
    case 6, 9:
      // A letter behind them is of a UUID or a hash, but for ISO 8601's Z.
      guard !name.isLetter(index + length) || name[index + length] == UInt8(ascii: "Z") else {
        return .none
      }
      return digits(name, index, isISO)
    default: return .none
    }
  }

  /// Reads the time after a date of eight digits: `_120000`, `-120000`, `_120000123`, `_12h00m00s`,
  /// and `img20240101_12000012` of Epson's scanners.
  static func joined(_ name: NameBytes, _ dateEnd: Int) -> Result {
    var index = name.afterSpace(dateEnd) ?? dateEnd
    let isISO = name.lower(index) == UInt8(ascii: "t")
    switch name[index] {
    case UInt8(ascii: "_"), UInt8(ascii: "-"), UInt8(ascii: "T"), UInt8(ascii: "t"): index += 1
    default: break
    }
    guard index > dateEnd else { return .none }
    switch name.digitRun(index, limit: 10) {
    case 6, 9:
      // A number such as 999999 is no time; the day in front of it is one.
      if case .found(let time, let end) = digits(name, index, isISO) {
        return .found(time, end: end)
      }
      return .none
    case 8 where name.has("img", at: dateEnd - 11):
      return digits(name, index)
    case 2:
      if case .found(let time, let end) = clock(name, index, nil, isISO), time.precision >= .second
      {
        return .found(time, end: end)
      }
      return .none
    default:
      return .none
    }
  }

  static func digits(_ name: NameBytes, _ index: Int, _ isISO: Bool = false) -> Result {
    guard let digits = name.number(index, 6) else { return .none }
    let (hour, minute, second) = (digits / 10_000, digits / 100 % 100, digits % 100)
    guard hour < 24, minute < 60, second < 60 else { return .invalid }
    let milliseconds = ((hour * 60 + minute) * 60 + second) * 1000
    if name.digitRun(index + 6, limit: 4) == 3, let fraction = name.number(index + 6, 3) {
      let time = FilenameTime(milliseconds: milliseconds + fraction, precision: .millisecond)
      return withZone(time, name, index + 9, isISO)
    }
    if isISO, let fraction = fraction(name, index + 6, isISO) {
      let time = FilenameTime(
        milliseconds: milliseconds + fraction.milliseconds, precision: .millisecond)
      return withZone(time, name, fraction.end, isISO)
    }
    let time = FilenameTime(milliseconds: milliseconds, precision: .second)
    return withPeriod(time, name, index + 6, hour: hour, given: nil, isISO)
  }

  /// Reads a time in separated parts: `2.29.28 PM`, `12-00-00-123`, `12h00m00s`, `12-00`.
  private static func clock(
    _ name: NameBytes, _ start: Int, _ period: DayPeriod?, _ isISO: Bool
  ) -> Result {
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
    if second != nil, let fraction = fraction(name, end, isISO) {
      milliseconds += fraction.milliseconds
      precision = .millisecond
      end = fraction.end
    }
    let time = FilenameTime(milliseconds: milliseconds, precision: precision)
    return withPeriod(time, name, end, hour: hour, given: period, isISO)
  }

  /// Reads the fraction of a second behind a clock: `-123`, `.123`, and with more digits behind a
  /// dot; in ISO 8601 also `_123Z`, as Skype writes it; nil without one.
  private static func fraction(
    _ name: NameBytes, _ end: Int, _ isISO: Bool
  ) -> (milliseconds: Int, end: Int)? {
    let isDot = name[end] == UInt8(ascii: ".")
    let isISOMark =
      isISO && name[end] == UInt8(ascii: "_") && name[end + 4] == UInt8(ascii: "Z")
    guard isDot || isISOMark || name[end] == UInt8(ascii: "-") else { return nil }
    let length = name.digitRun(end + 1, limit: 10)
    let fractionEnd = end + 1 + length
    guard length == 3 || isDot && (length == 6 || length == 9),
      !name.isLetter(fractionEnd) || name[fractionEnd] == UInt8(ascii: "Z"),
      let milliseconds = name.number(end + 1, 3)
    else { return nil }
    return (milliseconds, fractionEnd)
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
    _ time: FilenameTime, _ name: NameBytes, _ end: Int, hour: Int, given: DayPeriod?, _ isISO: Bool
  ) -> Result {
    var end = end
    var period = given
    if period == nil, name[end] != UInt8(ascii: ".") {
      let start = name.skippingSpaces(end)
      let found = periods.longest(in: name, at: start) { _, end in !name.isLetter(end) }
      if let found {
        period = found.value
        end = found.end
      }
    }
    guard let period else { return withZone(time, name, end, isISO) }
    let shift = 1...12 ~= hour ? hour % 12 + (period == .afternoon ? 12 : 0) - hour : 0
    let shifted = FilenameTime(
      milliseconds: time.milliseconds + shift * 3_600_000, precision: time.precision,
      hasPeriod: true)
    return .found(shifted, end: end)
  }

  /// Returns the index after at most six spaces, commas, hyphens, dashes, underscores and marks of
  /// direction.
  static func skippingGap(_ name: NameBytes, _ index: Int) -> Int {
    var index = index
    for _ in 0..<6 {
      switch name[index] {
      case 0x20, UInt8(ascii: "_"), UInt8(ascii: "-"), UInt8(ascii: ","): index += 1
      case 0..<0x80: return index
      default:
        let (scalar, length) = NameFold.decode(name, index)
        guard scalar == 0x060C || NameFold.isGap(scalar) else { return index }
        index += length
      }
    }
    return index
  }

  private enum DayPeriod { case morning, afternoon }

  /// The words that macOS, WhatsApp and others put between date and time.
  private static let joins = PhraseTrie<Void>([
    (
      [
        "at", "um", "à", "a", "às", "à(s)", "as", "a las", "a la", "a la(s)", "a les", "alle",
        "alle ore", "ore", "kl", "kl.", "klo", "klo.", "kello", "klokken", "klukkan", "om", "o",
        "u",
        "ob", "v", "w", "o godz.", "la", "la ora", "ora", "në", "в", "о", "об", "у", "στις", "lúc",
        "pukul", "jam", "pada", "saat", "ve", "เวลา", "ເວລາ", "בשעה", "ב", "في", "الساعة", "ساعت",
        "को", "বেলা", "kell", "plkst.", "ժամը",
      ], ()
    )
  ])

  /// AM and PM as CLDR has them in the languages of today's systems, and the parts of the day that
  /// its Chinese calendars name. Those that are common words elsewhere (Swedish `em`) are left out.
  private static let periods = PhraseTrie<DayPeriod>([
    (
      [
        "AM", "a.m.", "a.m", "a. m.", "π.μ.", "π.μ", "πμ", "上午", "凌晨", "清晨", "早上", "午前", "오전",
        "SA", "ص", "f.m.", "f.h.", "ق.ظ.", "ق.ظ", "לפנה״צ", "לפנה\"צ", "पूर्वाह्न", "পূর্বাহ্ণ",
        "முற்பகல்", "ಪೂರ್ವಾಹ್ನ", "म.पू.", "ਪੂ.ਦੁ.", "ก่อนเที่ยง", "ກ່ອນທ່ຽງ", "dop.", "пр.об.", "дп",
        "ÖÖ", "ap.", "priešpiet", "priekšp.", "ጥዋት", "ព្រឹក", "နံနက်", "ү.ө.", "PG", "р.н.",
        "vm.", "de.", "e paradites", "претпладне", "пре подне",
      ], .morning
    ),
    (
      [
        "PM", "p.m.", "p.m", "p. m.", "μ.μ.", "μ.μ", "μμ", "下午", "中午", "傍晚", "晚上", "午後", "오후",
        "CH", "م", "e.m.", "e.h.", "ب.ظ.", "ب.ظ", "אחה״צ", "אחה\"צ", "अपराह्न", "অপরাহ্ণ",
        "பிற்பகல்", "ಅಪರಾಹ್ನ", "म.उ.", "ਬਾ.ਦੁ.", "หลังเที่ยง", "ຫຼັງທ່ຽງ", "odp.", "pop.", "сл.об.",
        "пп", "ÖS", "ip.", "popiet", "pēcp.", "ከሰዓት", "ល្ងាច", "ညနေ", "ү.х.", "PTG",
        "nm.", "du.", "e pasdites", "попладне", "по подне",
      ], .afternoon
    ),
  ])
}
