internal import Media

/// The date that a camera, a phone or a tool wrote into a file name. The year comes first, as all
/// known programs write it: `2024-01-01 12-00-00`, `20240101_120000`, `20240101120000123` and
/// similar. Impossible values (month 13, 25:61) are no date, nor are eight digits inside more
/// digits or a UUID.
package struct FilenameDate: Equatable, Sendable {
  /// The smallest unit of time that a name gives.
  package enum Precision: Sendable, Comparable {
    case day, minute, second, millisecond
  }

  /// Milliseconds since 1970-01-01 00:00 in the name's own time zone.
  package let wallClockMilliseconds: Int64
  package let precision: Precision
  /// True if the date is in UTC, not local time: in `PXL_…` (Google Camera since 7.5),
  /// `RPReplay_Final…` (Unix seconds) and ISO 8601 with its `Z`.
  package let isUTC: Bool

  /// Returns the first date in `name`, a file name without its folder, or nil.
  package static func parse(_ name: UnsafeRawBufferPointer) -> FilenameDate? {
    first(in: NameBytes(name))?.date
  }

  /// Returns the first date in a name, and the range of its bytes; nil without a date.
  static func first(in name: NameBytes) -> (date: FilenameDate, range: Range<Int>)? {
    var index = 0
    while index < name.count {
      guard name.isDigit(index) else {
        index += 1
        continue
      }
      if let (date, end) = starting(at: index, in: name) { return (date, index..<end) }
      if name.has("rpreplay_final", at: index - 14) {
        return replay(name, index)
      }
      while name.isDigit(index) { index += 1 }
    }
    return nil
  }

  /// Returns the date whose first digit is at `index`, and the index after its last byte, or nil.
  static func starting(at index: Int, in name: NameBytes) -> (date: FilenameDate, end: Int)? {
    guard !name.isDigit(index - 1) else { return nil }
    let parsed: (stamp: Stamp, end: Int)? =
      switch name.digitRun(index, limit: 18) {
      case 4: separated(name, index)
      case 8: compact(name, index)
      case 14, 17: packed(name, index)
      default: nil
      }
    guard let (stamp, end) = parsed else { return nil }
    let date = FilenameDate(
      wallClockMilliseconds: stamp.milliseconds, precision: stamp.precision,
      isUTC: name.has("pxl_", at: index - 4) || isZulu(name, index, end))
    return (date, end)
  }

  /// Returns true if the date has the ISO 8601 form of UTC: `2024-01-01T12:00:00Z`.
  private static func isZulu(_ name: NameBytes, _ start: Int, _ end: Int) -> Bool {
    name[end] == UInt8(ascii: "Z") && !name.isLetter(end + 1)
      && (name[start + 10] == UInt8(ascii: "T") || name[start + 8] == UInt8(ascii: "T"))
  }

  /// A date in milliseconds since 1970, with a time if the name has one.
  private struct Stamp {
    let milliseconds: Int64
    let precision: Precision

    init(day: Int64, time: FilenameTime?) {
      milliseconds = day &* 86_400_000 &+ Int64(time?.milliseconds ?? 0)
      precision = time?.precision ?? .day
    }
  }

  /// The years that a date of only digits may have.
  private static let plausibleYears = 1970...2199

  /// Reads `2024-01-01…`, `2024.01.01…`, `2024_01_01…`, and `2025-3-30 …`, which needs a time, and
  /// returns the index after it; nil for another form.
  private static func separated(_ name: NameBytes, _ start: Int) -> (Stamp, Int)? {
    let mark = name[start + 4]
    guard mark == UInt8(ascii: "-") || mark == UInt8(ascii: ".") || mark == UInt8(ascii: "_")
    else { return nil }
    let monthLength = name.digitRun(start + 5, limit: 3)
    let dayStart = start + 6 + monthLength
    let dayLength = name.digitRun(dayStart, limit: 3)
    let isShort = monthLength == 1 || dayLength == 1
    guard 1...2 ~= monthLength, 1...2 ~= dayLength, name[dayStart - 1] == mark,
      !isShort || mark == UInt8(ascii: "-"),
      let year = name.number(start, 4), let month = name.number(start + 5, monthLength),
      let day = name.number(dayStart, dayLength), year >= 1000,
      let days = daysSince1970(year, month, day)
    else { return nil }
    let end = dayStart + dayLength
    switch FilenameTime.following(name, end) {
    case .invalid:
      return nil
    case .found(let time, let timeEnd):
      return (Stamp(day: days, time: time), timeEnd)
    case .none:
      guard !isShort, plausibleYears ~= year, stands(name, start, end) else { return nil }
      return (Stamp(day: days, time: nil), end)
    }
  }

  /// Reads `20240101`, `20240101_120000`, `20240101-120000`, `…_120000123` or `…_12h00m00s`, and
  /// returns the index after it; nil for another form.
  private static func compact(_ name: NameBytes, _ start: Int) -> (Stamp, Int)? {
    guard let (year, days) = day(name, start), plausibleYears ~= year else { return nil }
    let end = start + 8
    switch FilenameTime.joined(name, end) {
    case .invalid:
      return nil
    case .found(let time, let timeEnd):
      return (Stamp(day: days, time: time), timeEnd)
    case .none:
      guard stands(name, start, end), !isUUID(name, start) else { return nil }
      return (Stamp(day: days, time: nil), end)
    }
  }

  /// Reads `20240101120000` or `20240101120000123`, and returns the index after it; else nil.
  private static func packed(_ name: NameBytes, _ start: Int) -> (Stamp, Int)? {
    guard let (year, days) = day(name, start), plausibleYears ~= year,
      case .found(let time, let end) = FilenameTime.digits(name, start + 8), !name.isLetter(end)
    else { return nil }
    return (Stamp(day: days, time: time), end)
  }

  private static func day(_ name: NameBytes, _ start: Int) -> (year: Int, days: Int64)? {
    guard let year = name.number(start, 4), let month = name.number(start + 4, 2),
      let day = name.number(start + 6, 2), let days = daysSince1970(year, month, day)
    else { return nil }
    return (year, days)
  }

  /// Returns true if no letter touches the digits, as letters do in a hash or a model number.
  private static func stands(_ name: NameBytes, _ start: Int, _ end: Int) -> Bool {
    !name.isLetter(start - 1) && !name.isLetter(end)
  }

  /// Returns true if the eight digits begin a UUID, `8-4-4-4-12` (RFC 9562).
  private static func isUUID(_ name: NameBytes, _ start: Int) -> Bool {
    let hyphen = UInt8(ascii: "-")
    return name[start + 8] == hyphen && name[start + 13] == hyphen
      && name[start + 18] == hyphen && name[start + 23] == hyphen
  }

  /// Reads the ten digits after `RPReplay_Final` in an iOS screen recording's name, which are the
  /// Unix time in seconds; nil for others.
  private static func replay(
    _ name: NameBytes, _ start: Int
  ) -> (date: FilenameDate, range: Range<Int>)? {
    guard name.digitRun(start) == 10, let high = name.number(start, 5),
      let low = name.number(start + 5, 5)
    else { return nil }
    let seconds = Int64(high) &* 100_000 &+ Int64(low)
    let date = FilenameDate(
      wallClockMilliseconds: seconds &* 1000, precision: .second, isUTC: true)
    return (date, start..<start + 10)
  }

  /// Returns the days since 1970-01-01 in the proleptic Gregorian calendar; nil for no valid day.
  private static func daysSince1970(_ year: Int, _ month: Int, _ day: Int) -> Int64? {
    guard 1...12 ~= month, day >= 1 else { return nil }
    let isLeap = year % 4 == 0 && (year % 100 != 0 || year % 400 == 0)
    let length = month == 2 ? (isLeap ? 29 : 28) : 30 + (month + month / 8) % 2
    guard day <= length else { return nil }
    // The year starts in March, so a leap day is its last day.
    let shifted = month > 2 ? year : year - 1
    let dayOfYear = (153 * (month > 2 ? month - 3 : month + 9) + 2) / 5 + day - 1
    return Int64(
      shifted * 365 + shifted / 4 - shifted / 100 + shifted / 400 + dayOfYear - 719_468)
  }
}
