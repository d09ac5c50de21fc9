/// Dates as Core Data stores them: seconds since 2001-01-01T00:00:00Z, with fractions.
enum PhotosDate {
  /// The milliseconds from 1970 to 2001.
  static let epoch: Int64 = 978_307_200_000
  /// The limit of seconds, about 285 million years: milliseconds stay far within 64 bits.
  static let limit = 9.0e15

  /// Returns whole milliseconds, rounded down; nil for a date beyond the limit. Seconds are rounded
  /// to microseconds first, as 0.063 s is stored as 0.06299999. The result is monotonic in
  /// `seconds`, which ``seconds(atLeast:)`` requires.
  static func milliseconds(_ seconds: Double) -> Int64? {
    guard abs(seconds) <= limit else { return nil }
    let whole = seconds.rounded(.down)
    let microseconds = ((seconds - whole) * 1e6).rounded()
    return Int64(whole) * 1000 + Int64(microseconds) / 1000 + epoch
  }

  static func instant(_ seconds: Double) -> Instant? {
    milliseconds(seconds).map(Instant.init(milliseconds:))
  }

  /// Returns the least number of seconds whose date is `milliseconds` or later, nil beyond the
  /// limit: a test of a date becomes one of the stored value, which an index serves.
  static func seconds(atLeast milliseconds: Int64) -> Double? {
    guard let last = Self.milliseconds(limit), milliseconds <= last else { return nil }
    var low = ordinal(-limit)
    var high = ordinal(limit)
    while low < high {
      let middle = (low >> 1) + (high >> 1) + (low & high & 1)
      if let found = Self.milliseconds(value(middle)), found >= milliseconds {
        high = middle
      } else {
        low = middle + 1
      }
    }
    return value(low)
  }

  /// Returns the position of a finite number in the order of all numbers.
  private static func ordinal(_ value: Double) -> Int64 {
    let bits = Int64(bitPattern: value.bitPattern)
    return bits < 0 ? .min - bits : bits
  }

  private static func value(_ ordinal: Int64) -> Double {
    Double(bitPattern: UInt64(bitPattern: ordinal < 0 ? .min - ordinal : ordinal))
  }
}
