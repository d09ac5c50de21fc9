/// A moment, in whole milliseconds since 1970-01-01T00:00:00Z.
///
/// Records carry moments as UTC with milliseconds (`2015-09-27T21:29:28.000Z`); the proleptic
/// Gregorian calendar of ISO 8601 holds for every year that 64 bits can name.
public struct Instant: Hashable, Comparable, Sendable {
  public let milliseconds: Int64

  public init(milliseconds: Int64) {
    self.milliseconds = milliseconds
  }

  /// Seconds since 1970, as rules see a date.
  public var seconds: Double { Double(milliseconds) / 1000 }

  public static func < (left: Instant, right: Instant) -> Bool {
    left.milliseconds < right.milliseconds
  }

  /// This moment moved by `milliseconds`, stopping at the ends of the range.
  public func advanced(byMilliseconds milliseconds: Int64) -> Instant {
    let (sum, overflow) = self.milliseconds.addingReportingOverflow(milliseconds)
    if overflow { return Instant(milliseconds: milliseconds < 0 ? .min : .max) }
    return Instant(milliseconds: sum)
  }
}
