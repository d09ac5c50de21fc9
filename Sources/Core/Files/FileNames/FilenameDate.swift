internal import Media

/// The date that a camera, a phone or a tool wrote into a file name: `2024-01-01 12-00-00`,
/// `20240101_120000`, `20240101120000123`, `2021_0804_162105` and similar; a date with the year
/// last, where the order of day and month is known; `31122024_120000` of XRecorder; and the seconds or milliseconds since 1970 that
/// some messengers write. Digits of any script count. Impossible values (month 13, 25:61) are no
/// date, nor are eight digits inside more digits or a UUID.
package struct FilenameDate: Equatable, Sendable {
  /// The smallest unit of time that a name gives.
  package enum Precision: Sendable, Comparable {
    case day, minute, second, millisecond
  }

  /// Milliseconds since 1970-01-01 00:00 in the name's own time zone.
  package let wallClockMilliseconds: Int64
  package let precision: Precision
  /// True if the date is in UTC, not local time, which names no place: in `PXL_…` (Google Camera
  /// since 7.5), behind `Z` and `UTC`, and in the Unix times of `RPReplay_Final…` and messengers.
  package let isUTC: Bool
  /// The offset of the clock from UTC in minutes, where the name has one: `…T10.00.00+0200`.
  package let offsetMinutes: Int16?
  /// True if the name has the form of a dashcam's, `2021_0804_162105`, or of those of DJI's cameras.
  package var isOfCamera = false

  /// The time of the clock in the name, with its offset where it has one; nil if the name has a day
  /// alone, or a moment in UTC, which may be that of saving.
  var clock: CaptureDate? {
    guard precision >= .minute, !isUTC else { return nil }
    return CaptureDate(
      wallClockMilliseconds: wallClockMilliseconds, offsetMinutes: offsetMinutes, source: .filename)
  }

  /// The moment in milliseconds since 1970; nil if the name leaves the zone open.
  package var millisecondsSince1970: Int64? {
    if let offsetMinutes { return wallClockMilliseconds &- Int64(offsetMinutes) &* 60_000 }
    return isUTC ? wallClockMilliseconds : nil
  }

  /// Returns the first date in `name`, a file name without its folder, or nil.
  package static func parse(_ name: UnsafeRawBufferPointer) -> FilenameDate? {
    let name = NameBytes(name)
    var hasOtherDigits = false
    if let found = first(in: name, &hasOtherDigits) { return found.date }
    return hasOtherDigits ? NameDigits.withASCII(name) { first(in: $0)?.date } : nil
  }

  /// Returns the first date in a name, and the range of its bytes; nil without a date. Only ASCII
  /// digits count.
  static func first(in name: NameBytes) -> (date: FilenameDate, range: Range<Int>)? {
    var hasOtherDigits = false
    return first(in: name, &hasOtherDigits)
  }

  /// Also sets `hasOtherDigits` if ``NameDigits`` reads more.
  private static func first(
    in name: NameBytes, _ hasOtherDigits: inout Bool
  ) -> (date: FilenameDate, range: Range<Int>)? {
    var index = 0
    while index < name.count {
      let byte = name.buffer[index]
      guard byte &- 0x30 < 10 else {
        if byte >= NameDigits.lowestLead, NameDigits.shows(name, at: index) {
          hasOtherDigits = true
        }
        index += 1
        continue
      }
      if let (date, end) = starting(at: index, in: name) { return (date, index..<end) }
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
      case 1, 2: yearLast(name, index)
      case 10, 13: sinceEpoch(name, index)
      default: nil
      }
    guard let (stamp, end) = parsed else { return nil }
    let zone = stamp.zone
    let date = FilenameDate(
      wallClockMilliseconds: stamp.milliseconds, precision: stamp.precision,
      isUTC: zone == .utc || isPixel(name, index), offsetMinutes: zone?.offsetMinutes,
      isOfCamera: isOfCamera(name, index))
    return (date, end)
  }

  private static func isOfCamera(_ name: NameBytes, _ start: Int) -> Bool {
    let isOfDashcam =
      name[start + 4] == UInt8(ascii: "_") && name[start + 9] == UInt8(ascii: "_")
      && name.digitRun(start + 5, limit: 5) == 4
    return isOfDashcam || name[start - 1] == UInt8(ascii: "_") && name.has("dji_", at: start - 4)
  }

  private static func isPixel(_ name: NameBytes, _ start: Int) -> Bool {
    name.lower(start - 2) == UInt8(ascii: "l") && name.has("pxl_", at: start - 4)
  }

  /// A date in milliseconds since 1970, with a time if the name has one.
  private struct Stamp {
    let milliseconds: Int64
    let precision: Precision
    let zone: FilenameTime.Zone?

    init(day: Int64, time: FilenameTime?) {
      milliseconds = day &* 86_400_000 &+ Int64(time?.milliseconds ?? 0)
      precision = time?.precision ?? .day
      zone = time?.zone
    }

    init(utc milliseconds: Int64, _ precision: Precision) {
      self.milliseconds = milliseconds
      self.precision = precision
      zone = .utc
    }
  }

  /// Reads `2024-01-01…`, `2024.01.01…`, `2024_01_01…`, `2025-3-30 …`, which needs a time, and
  /// `2024_0101_120000` (Viofo's and others' dashcams), and returns the index after it; nil for
  /// another form.
  private static func separated(_ name: NameBytes, _ start: Int) -> (Stamp, Int)? {
    let mark = name[start + 4]
    guard isMark(mark) else { return nil }
    let monthLength = name.digitRun(start + 5, limit: 3)
    if monthLength == 3 { return dashcam(name, start) }
    let dayStart = start + 6 + monthLength
    let dayLength = name.digitRun(dayStart, limit: 3)
    let isShort = monthLength == 1 || dayLength == 1
    guard 1...2 ~= monthLength, 1...2 ~= dayLength, name[dayStart - 1] == mark,
      !isShort || mark == UInt8(ascii: "-"),
      let year = name.number(start, 4), let month = name.number(start + 5, monthLength),
      let day = name.number(dayStart, dayLength),
      let days = NameCalendar.daysSince1970(year, month, day, in: name)
    else { return nil }
    let end = dayStart + dayLength
    switch isAlbumOfLINE(name) ? .none : FilenameTime.following(name, end) {
    case .invalid:
      return nil
    case .found(let time, let timeEnd):
      return (Stamp(day: days, time: time), timeEnd)
    case .none:
      guard !isShort, days >= 0, stands(name, start, end) else { return nil }
      return (Stamp(day: days, time: nil), end)
    }
  }

  private static func dashcam(_ name: NameBytes, _ start: Int) -> (Stamp, Int)? {
    let underscore = UInt8(ascii: "_")
    guard name[start + 4] == underscore, name.digitRun(start + 5, limit: 5) == 4,
      name[start + 9] == underscore, name.digitRun(start + 10, limit: 7) == 6,
      let year = name.number(start, 4), let month = name.number(start + 5, 2),
      let day = name.number(start + 7, 2),
      let days = NameCalendar.daysSince1970(year, month, day, in: name), days >= 0,
      case .found(let time, let end) = FilenameTime.digits(name, start + 10)
    else { return nil }
    return (Stamp(day: days, time: time), end)
  }

  /// Reads `20240101`, `20240101_120000`, `20240101-120000`, `…_120000123` or `…_12h00m00s`, and
  /// returns the index after it; nil for another form.
  private static func compact(_ name: NameBytes, _ start: Int) -> (Stamp, Int)? {
    guard let days = day(name, start) ?? dayOfXRecorder(name, start) else { return nil }
    let end = start + 8
    switch isAlbumOfLINE(name) ? .none : FilenameTime.joined(name, end) {
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
    guard let days = day(name, start),
      case .found(let time, let end) = FilenameTime.digits(name, start + 8), !name.isLetter(end)
    else { return nil }
    return (Stamp(day: days, time: time), end)
  }

  /// Returns the day of eight digits, from 1970 on.
  private static func day(_ name: NameBytes, _ start: Int) -> Int64? {
    guard let digits = name.number(start, 8),
      let days = NameCalendar.daysSince1970(
        digits / 10_000, digits / 100 % 100, digits % 100, in: name),
      days >= 0
    else { return nil }
    return days
  }

  /// Returns the day of `XRecorder_31122024_120000` and `XRecorder_Edited_31122024_120000` (InShot's
  /// recorder for Android); nil for other names.
  private static func dayOfXRecorder(_ name: NameBytes, _ start: Int) -> Int64? {
    guard name.has("xrecorder_", at: 0), let day = name.number(start, 2),
      let month = name.number(start + 2, 2), let year = name.number(start + 4, 4)
    else { return nil }
    return NameCalendar.daysSince1970(year, month, day, in: name).flatMap { $0 < 0 ? nil : $0 }
  }

  /// Reads `31-12-2024 23-59-59`, with a time to the second and where the day is known from the
  /// month, and returns the index after it; else nil.
  private static func yearLast(_ name: NameBytes, _ start: Int) -> (Stamp, Int)? {
    let firstLength = name.digitRun(start, limit: 3)
    let mark = name[start + firstLength]
    guard isMark(mark) else { return nil }
    let secondStart = start + firstLength + 1
    let secondLength = name.digitRun(secondStart, limit: 3)
    let yearStart = secondStart + secondLength + 1
    guard 1...2 ~= secondLength, name[yearStart - 1] == mark,
      name.digitRun(yearStart, limit: 5) == 4, !isMark(name[start - 1]) || mark != name[start - 1],
      case .found(let time, let end) = FilenameTime.following(name, yearStart + 4),
      let first = name.number(start, firstLength),
      let second = name.number(secondStart, secondLength),
      let year = name.number(yearStart, 4)
    else { return nil }
    let order =
      first > 12 || mark == UInt8(ascii: ".")
      ? .dayFirst : second > 12 ? .monthFirst : YearLastOrder(name, start, time)
    guard let order, time.precision >= .second || name.has("camscanner ", at: 0),
      let days = NameCalendar.daysSince1970(
        year, order == .dayFirst ? second : first, order == .dayFirst ? first : second, in: name),
      days >= 0
    else { return nil }
    return (Stamp(day: days, time: time), end)
  }

  /// Reads the Unix time in the name of an iOS screen recording (ten digits, seconds) or behind a
  /// messenger's word (13 digits, milliseconds, from 2001-09 to 2096); nil for others.
  private static func sinceEpoch(_ name: NameBytes, _ start: Int) -> (Stamp, Int)? {
    guard let high = name.number(start, 5), let low = name.number(start + 5, 5) else { return nil }
    let value = Int64(high) &* 100_000 &+ Int64(low)
    if !name.isDigit(start + 10) {
      guard name.has("rpreplay_final", at: start - 14) else { return nil }
      return (Stamp(utc: value &* 1000, .second), start + 10)
    }
    guard 10_000...39_999 ~= high, let fraction = name.number(start + 10, 3),
      isMessenger(name, start), !name.isLetter(start + 13)
    else { return nil }
    return (Stamp(utc: value &* 1000 &+ Int64(fraction), .millisecond), start + 13)
  }

  /// Returns true if a program that writes Unix times begins the name: WeChat (`mmexport…`, also
  /// with a hash between, and its camera), Facebook, LINE, and a browser extension's screenshots.
  private static func isMessenger(_ name: NameBytes, _ start: Int) -> Bool {
    switch name.lower(CopyPrefix.end(in: name)) {
    case UInt8(ascii: "m"):
      name.has("mmexport", at: start - 8) || name.has("micromsg.", at: start - 9)
        || name[start - 1] == UInt8(ascii: "_") && name.has("mmexport", at: 0)
    case UInt8(ascii: "f"): name.has("fb_img_", at: start - 7) || name.has("fb_vid_", at: start - 7)
    case UInt8(ascii: "w"): name.has("wx_camera_", at: start - 10)
    case UInt8(ascii: "l"):
      name.has("line_", at: start - 5) || name.has("line_movie_", at: start - 11)
    case UInt8(ascii: "s"): name.has("screencapture-", at: 0) && name.stemEnd == start + 13
    default: false
    }
  }

  /// Returns true for `LINE_ALBUM_TITLE_240102_1.jpg`. The title may be a date; the six digits after
  /// it are the day on which the album was saved, in the form of a time.
  private static func isAlbumOfLINE(_ name: NameBytes) -> Bool {
    name.lower(0) == UInt8(ascii: "l") && name.has("line_album_", at: 0)
  }

  private static func isMark(_ byte: UInt8) -> Bool {
    byte == UInt8(ascii: "-") || byte == UInt8(ascii: ".") || byte == UInt8(ascii: "_")
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
}

/// The order of day and month in a date whose numbers leave it open.
private enum YearLastOrder {
  case dayFirst, monthFirst

  /// Decides by the program that wrote the name; nil for others, as `05-01-2024` is a day in January
  /// or in May. Telegram exports `photo_1@31-12-2024_…`; iOS 18 and CamScanner write the month
  /// first. GNOME's recordings up to 46 have the date of the locale, which begins with the month
  /// only in glibc's en_US, whose clock has twelve hours.
  init?(_ name: NameBytes, _ start: Int, _ time: FilenameTime) {
    if name[start - 1] == UInt8(ascii: "@") {
      self = .dayFirst
    } else if name.has("screenrecording_", at: 0) || name.has("camscanner ", at: 0) {
      self = .monthFirst
    } else if ScreenRecordingName.begins(name) {
      self = time.hasPeriod ? .monthFirst : .dayFirst
    } else {
      return nil
    }
  }
}
