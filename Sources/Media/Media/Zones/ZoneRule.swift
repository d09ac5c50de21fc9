/// A zone as a POSIX rule: `CET-1CEST,M3.5.0,M10.5.0/3`. Hours to the east are negative in the
/// text, and positive here.
struct ZoneRule: Hashable, Sendable {
  /// The offset in seconds east of UTC.
  private let standard: Int64
  private let summer: Summer?

  private struct Summer: Hashable {
    let offset: Int64
    let start: ZoneDay
    let end: ZoneDay
  }

  /// The limit of offsets in seconds: RFC 8536 has none above 26 hours, the tz database above 16.
  static let offsetLimit: UInt64 = 26 * 3600

  /// The seconds of 400 years.
  private static let calendarPeriod: Int64 = (400 * 365 + 97) * 86_400

  /// Parses a rule; nil for any other text.
  ///
  /// - Parameter text: ASCII; an offset and, if clocks change, a second one and the two days on
  ///   which they do. The default days are those of the United States since 2007.
  init?(_ text: UnsafeRawBufferPointer) {
    var reader = ZoneTextReader(text)
    guard reader.skipName(), let west = reader.offset() else { return nil }
    standard = -west
    if reader.isAtEnd {
      summer = nil
      return
    }
    guard reader.skipName() else { return nil }
    var offset = standard + 3600
    if !reader.isAtEnd, !reader.isNext(",") {
      guard let west = reader.offset() else { return nil }
      offset = -west
    }
    var (start, end) = (ZoneDay.secondSundayInMarch, ZoneDay.firstSundayInNovember)
    if !reader.isAtEnd {
      guard reader.skip(","), let first = reader.day(), reader.skip(","),
        let last = reader.day(), reader.isAtEnd
      else { return nil }
      (start, end) = (first, last)
    }
    summer = Summer(offset: offset, start: start, end: end)
  }

  init?(_ text: String) {
    var text = text
    guard let rule = text.withUTF8({ ZoneRule(UnsafeRawBufferPointer($0)) }) else { return nil }
    self = rule
  }

  /// Returns seconds east of UTC at a moment in seconds since 1970.
  func offset(at moment: Int64) -> Int64 {
    guard let summer else { return standard }
    // The calendar repeats with its weekdays, so no moment is too far away.
    let rest = moment % Self.calendarPeriod
    let moment = Self.calendarPeriod + (rest < 0 ? rest + Self.calendarPeriod : rest)
    let year = CivilTime.year(ofDay: Int((moment + standard) / 86_400))
    // Rules may extend beyond the turn of a year, so the neighbouring years are considered too.
    var latest = Int64.min
    var isSummer = false
    for year in (year - 1)...(year + 1) {
      let start = summer.start.seconds(in: year) - standard
      let end = summer.end.seconds(in: year) - summer.offset
      if end <= moment, end > latest { (latest, isSummer) = (end, false) }
      // If one summer ends when the next begins, it is always summer.
      if start <= moment, start >= latest { (latest, isSummer) = (start, true) }
    }
    return isSummer ? summer.offset : standard
  }
}
