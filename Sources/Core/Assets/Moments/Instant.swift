/// A moment, in whole milliseconds since 1970-01-01T00:00:00Z.
///
/// Records carry moments as UTC with milliseconds (`2015-09-27T21:29:28.000Z`); the proleptic
/// Gregorian calendar of ISO 8601 holds for every year that 64 bits can name.
public struct Instant: Hashable, Comparable, Sendable {
  /// The milliseconds since 1970-01-01T00:00:00Z; negative before it.
  public let milliseconds: Int64

  public init(milliseconds: Int64) {
    self.milliseconds = milliseconds
  }

  /// Seconds since 1970, the form of a date in rules.
  public var seconds: Double { Double(milliseconds) / 1000 }

  public static func < (left: Instant, right: Instant) -> Bool {
    left.milliseconds < right.milliseconds
  }

  /// Returns this moment moved by `milliseconds`, clamped to the ends of the range.
  public func advanced(byMilliseconds milliseconds: Int64) -> Instant {
    let (sum, overflow) = self.milliseconds.addingReportingOverflow(milliseconds)
    if overflow { return Instant(milliseconds: milliseconds < 0 ? .min : .max) }
    return Instant(milliseconds: sum)
  }
}

extension Instant: CustomStringConvertible {
  /// The moment in ISO 8601, in UTC with milliseconds; with a sign for years beyond 9999.
  public var description: String {
    String(unsafeUninitializedCapacity: Self.longestText) { text in
      text.baseAddress.map { write(to: $0) } ?? 0
    }
  }

  /// The largest number of bytes that ``write(to:)`` writes.
  package static let longestText = 40

  /// Writes the bytes of ``description``; there must be room for ``longestText`` bytes.
  ///
  /// - Returns: the number of bytes.
  package func write(to text: UnsafeMutablePointer<UInt8>) -> Int {
    let end = writeClock(to: text)
    text[end] = UInt8(ascii: "Z")
    return end + 1
  }

  /// Writes `2015-09-27T23:29:28.000+02:00`: local time and offset; returns the number of bytes.
  package func write(by clock: ClockOffset, to text: UnsafeMutablePointer<UInt8>) -> Int {
    let end = advanced(byMilliseconds: clock.seconds * 1000).writeClock(to: text)
    let minutes = UInt32(truncatingIfNeeded: clock.seconds.magnitude / 60)
    text[end] = UInt8(ascii: clock.seconds < 0 && minutes > 0 ? "-" : "+")
    (text + end + 1).putTwoDigits(minutes / 60)
    text[end + 3] = UInt8(ascii: ":")
    (text + end + 4).putTwoDigits(minutes % 60)
    return end + 6
  }

  @inline(__always)
  private func writeClock(to text: UnsafeMutablePointer<UInt8>) -> Int {
    let day = floorDivide(milliseconds, 86_400_000)
    let date = CivilDate(daysSince1970: day.quotient)
    let rest = UInt32(truncatingIfNeeded: day.remainder)
    let yearEnd = Self.writeYear(date.year, to: text)
    let place = text + yearEnd
    place[0] = UInt8(ascii: "-")
    (place + 1).putTwoDigits(UInt32(truncatingIfNeeded: date.month))
    place[3] = UInt8(ascii: "-")
    (place + 4).putTwoDigits(UInt32(truncatingIfNeeded: date.day))
    place[6] = UInt8(ascii: "T")
    (place + 7).putTwoDigits(rest / 3_600_000)
    place[9] = UInt8(ascii: ":")
    (place + 10).putTwoDigits(rest / 60_000 % 60)
    place[12] = UInt8(ascii: ":")
    (place + 13).putTwoDigits(rest / 1000 % 60)
    place[15] = UInt8(ascii: ".")
    place[16] = UInt8(truncatingIfNeeded: 48 &+ rest % 1000 / 100)
    (place + 17).putTwoDigits(rest % 100)
    return yearEnd + 19
  }

  @inline(__always)
  private static func writeYear(_ year: Int64, to text: UnsafeMutablePointer<UInt8>) -> Int {
    if year < 0 || year > 9999 { return writeSignedYear(year, to: text) }
    let year = UInt32(truncatingIfNeeded: year)
    text.putTwoDigits(year / 100)
    (text + 2).putTwoDigits(year % 100)
    return 4
  }

  private static func writeSignedYear(_ year: Int64, to text: UnsafeMutablePointer<UInt8>) -> Int {
    text[0] = UInt8(ascii: year < 0 ? "-" : "+")
    let size = year.magnitude > 999_999 ? 9 : 6
    var rest = year.magnitude
    for place in (1...size).reversed() {
      text[place] = UInt8(truncatingIfNeeded: 48 + rest % 10)
      rest /= 10
    }
    return size + 1
  }

  /// Reads `YYYY-MM-DD`, optionally `THH:MM[:SS[.fraction]]`, optionally `Z` or `±HH[:MM]`.
  ///
  /// Without a zone the moment is UTC. A space may replace the `T`. Fractions beyond milliseconds
  /// are cut. Returns nil for anything else, such as a 13th month or a 30 February.
  public init?(_ text: String) {
    var text = text
    let parsed = text.withUTF8 { Instant(parsing: UnsafeRawBufferPointer($0)) }
    guard let parsed else { return nil }
    self = parsed
  }

  /// Reads a moment from bytes in the form of ``init(_:)``; nil for anything else.
  package init?(parsing bytes: UnsafeRawBufferPointer) {
    if let milliseconds = ISODateCursor.milliseconds(ofUsual: bytes) {
      self.init(milliseconds: milliseconds)
      return
    }
    guard let read = Self.reading(bytes) else { return nil }
    self.init(milliseconds: read.milliseconds)
  }

  /// Reads milliseconds since 1970 as ``init(_:)`` does, without a zone in UTC; nil for no date.
  package static func reading(
    _ bytes: UnsafeRawBufferPointer
  ) -> (milliseconds: Int64, hasZone: Bool)? {
    var cursor = ISODateCursor(bytes)
    return cursor.readMoment().map { ($0.milliseconds, $0.hasZone) }
  }
}

/// Divides by a positive number and rounds down, so that the remainder is never negative.
package func floorDivide(_ value: Int64, _ divisor: Int64) -> (quotient: Int64, remainder: Int64) {
  var (quotient, remainder) = value.quotientAndRemainder(dividingBy: divisor)
  if remainder < 0 {
    quotient -= 1
    remainder += divisor
  }
  return (quotient, remainder)
}

extension UnsafeMutablePointer<UInt8> {
  @inline(__always)
  fileprivate func putTwoDigits(_ value: UInt32) {
    self[0] = UInt8(truncatingIfNeeded: 48 &+ value / 10)
    self[1] = UInt8(truncatingIfNeeded: 48 &+ value % 10)
  }
}
