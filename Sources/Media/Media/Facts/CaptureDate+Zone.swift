/// The zone of a date that names none, by a second date of the same moment.
extension CaptureDate {
  /// The largest distance in milliseconds of two dates that are of one moment.
  private static let nearness: UInt64 = 120_000
  private static let quarter: Int64 = 900_000
  /// The largest offset from UTC, 14 hours, in quarters of an hour.
  private static let mostQuarters: Int64 = 56

  /// True if the offset of the clock of the place is not known.
  package var lacksZone: Bool { offsetMinutes == nil }

  /// The same time of the clock with an offset; of a moment, the clock of that offset.
  package func at(offsetMinutes minutes: Int16) -> CaptureDate {
    CaptureDate(
      wallClockMilliseconds: wallClockMilliseconds &+ (isMoment ? Int64(minutes) &* 60_000 : 0),
      offsetMinutes: minutes, source: source)
  }

  /// The time of a moment as that of a clock without zone, for cameras that keep no UTC.
  package var asClock: CaptureDate {
    CaptureDate(
      wallClockMilliseconds: wallClockMilliseconds, offsetMinutes: nil, source: source)
  }

  /// Returns the date with the zone that a second date of the same moment shows; unchanged if it has
  /// a zone, or if the second date shows none.
  ///
  /// - A clock with an offset gives its offset if both are of one moment.
  /// - A clock without zone and a moment give their difference, rounded to a quarter of an hour, if
  ///   that is within 14 hours and at most two minutes away.
  ///
  /// - Parameter duration: the duration of a movie in milliseconds, whose header may have been written
  ///   when the recording ended.
  package func zoned(by other: CaptureDate?, lasting duration: Int64 = 0) -> CaptureDate {
    guard lacksZone, let other, let minutes = offset(by: other, duration) else { return self }
    return at(offsetMinutes: minutes)
  }

  private func offset(by other: CaptureDate, _ duration: Int64) -> Int16? {
    let time = wallClockMilliseconds
    if let minutes = other.offsetMinutes {
      let shift = isMoment ? Int64(minutes) &* 60_000 : 0
      let distance = time &+ shift &- other.wallClockMilliseconds
      let isNear =
        distance.magnitude <= Self.nearness || (distance &- duration).magnitude <= Self.nearness
      return isNear ? minutes : nil
    }
    guard isMoment != other.isMoment else { return nil }
    let difference = (other.wallClockMilliseconds &- time) &* (isMoment ? 1 : -1)
    let atStart = Self.quarters(difference)
    guard duration > 0 else { return atStart.map { Int16($0 * 15) } }
    // Of two answers the one of a rounder zone is right: most zones are whole hours.
    let atEnd = Self.quarters(difference &+ duration)
    guard let atStart, let atEnd else { return (atStart ?? atEnd).map { Int16($0 * 15) } }
    return Int16((Self.roundness(atEnd) > Self.roundness(atStart) ? atEnd : atStart) * 15)
  }

  /// Returns the quarters of an hour in a difference; nil unless it is near to a possible offset.
  private static func quarters(_ difference: Int64) -> Int64? {
    guard difference.magnitude <= UInt64((mostQuarters + 1) * quarter) else { return nil }
    let half = difference < 0 ? -quarter / 2 : quarter / 2
    let quarters = (difference + half) / quarter
    let rest = difference - quarters * quarter
    return rest.magnitude <= nearness && abs(quarters) <= mostQuarters ? quarters : nil
  }

  private static func roundness(_ quarters: Int64) -> Int {
    quarters % 4 == 0 ? 2 : quarters % 2 == 0 ? 1 : 0
  }

  /// True if firmware and programs write this time if they know none.
  ///
  /// - `2002:12:08 12:00:00`: DateTimeDigitized of many Android phones (photoprism/photoprism#3309,
  ///   mapillary/mapillary_issues#2438).
  /// - `2000:01:01 00:00:00` and `1980:01:01 00:00:00`: cameras whose clock was not set, the latter the
  ///   start of FAT's times.
  /// - Unix time 0, in UTC or by the clock of any zone, such as `1969:12:31 19:00:00`. Noon is left
  ///   out, as people write it for a day.
  /// - 1904 and year 1: the start of the times of QuickTime and of .NET.
  var isFactoryDefault: Bool {
    let seconds = wallClockMilliseconds / 1000
    switch seconds {
    case 1_039_348_800, 946_684_800, 315_532_800, -2_082_844_800, -62_135_596_800, 0: return true
    case -50_400...50_400: return !isMoment && seconds % 900 == 0 && seconds != 43_200
    default: return false
    }
  }
}
