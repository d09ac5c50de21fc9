extension Instant: CustomStringConvertible {
  /// ISO 8601 in UTC with milliseconds; years beyond 9999 carry a sign, as ISO 8601 asks.
  public var description: String {
    var text: [UInt8] = []
    text.reserveCapacity(32)
    write { text.append($0) }
    return String(decoding: text, as: UTF8.self)
  }

  /// No moment's text has more bytes.
  package static let longestText = 40

  /// Hands the bytes of ``description`` to `put`, one at a time, without an allocation.
  @inline(__always)
  package func write(_ put: (UInt8) -> Void) {
    writeClock(put)
    put(UInt8(ascii: "Z"))
  }

  /// The same by a clock that is ahead of UTC, with its distance from UTC in whole minutes at the
  /// end: `2015-09-27T23:29:28.000+02:00`.
  @inline(__always)
  package func write(by clock: ClockOffset, _ put: (UInt8) -> Void) {
    advanced(byMilliseconds: clock.seconds * 1000).writeClock(put)
    let minutes = clock.seconds.magnitude / 60
    func two(_ value: UInt64) {
      put(UInt8(truncatingIfNeeded: 48 &+ value / 10))
      put(UInt8(truncatingIfNeeded: 48 &+ value % 10))
    }
    put(UInt8(ascii: clock.seconds < 0 && minutes > 0 ? "-" : "+"))
    two(minutes / 60)
    put(UInt8(ascii: ":"))
    two(minutes % 60)
  }

  @inline(__always)
  private func writeClock(_ put: (UInt8) -> Void) {
    let day = floorDivide(milliseconds, 86_400_000)
    var rest = day.remainder
    let date = CivilDate(daysSince1970: day.quotient)

    func two(_ value: Int64) {
      put(UInt8(truncatingIfNeeded: 48 &+ value / 10))
      put(UInt8(truncatingIfNeeded: 48 &+ value % 10))
    }
    if date.year > 9999 || date.year < 0 {
      put(UInt8(ascii: date.year < 0 ? "-" : "+"))
      let year = abs(date.year)
      var divisor: Int64 = year > 999_999 ? 100_000_000 : 100_000
      while divisor > 0 {
        put(UInt8(truncatingIfNeeded: 48 + year / divisor % 10))
        divisor /= 10
      }
    } else {
      two(date.year / 100)
      two(date.year % 100)
    }
    put(UInt8(ascii: "-"))
    two(date.month)
    put(UInt8(ascii: "-"))
    two(date.day)
    put(UInt8(ascii: "T"))
    two(rest / 3_600_000)
    rest %= 3_600_000
    put(UInt8(ascii: ":"))
    two(rest / 60_000)
    rest %= 60_000
    put(UInt8(ascii: ":"))
    two(rest / 1000)
    put(UInt8(ascii: "."))
    put(UInt8(truncatingIfNeeded: 48 &+ rest % 1000 / 100))
    two(rest % 100)
  }

  /// Reads `YYYY-MM-DD`, optionally `THH:MM[:SS[.fraction]]`, optionally `Z` or `±HH[:MM]`.
  ///
  /// Without a zone the moment is UTC. A space may replace the `T`. Fractions beyond
  /// milliseconds are cut. Returns nil for anything else, a 13th month or a 30 February included.
  public init?(_ text: String) {
    var text = text
    let parsed = text.withUTF8 { Instant(parsing: UnsafeRawBufferPointer($0)) }
    guard let parsed else { return nil }
    self = parsed
  }

  package init?(parsing bytes: UnsafeRawBufferPointer) {
    if let milliseconds = ISODateCursor.milliseconds(ofUsual: bytes) {
      self.init(milliseconds: milliseconds)
      return
    }
    var cursor = ISODateCursor(bytes)
    guard let read = cursor.readMoment() else { return nil }
    self.init(milliseconds: read.milliseconds)
  }
}

/// Division that rounds towards negative infinity.
package func floorDivide(_ value: Int64, _ divisor: Int64) -> (quotient: Int64, remainder: Int64) {
  var (quotient, remainder) = value.quotientAndRemainder(dividingBy: divisor)
  if remainder < 0 {
    quotient -= 1
    remainder += divisor
  }
  return (quotient, remainder)
}
