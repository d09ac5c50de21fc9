/// When a picture was taken, as its file says it.
public struct CaptureDate: Sendable, Hashable {
  /// What the clock showed, in milliseconds since 1970 as if that clock had kept UTC.
  public let wallClockMilliseconds: Int64
  /// The clock's distance from UTC in minutes, if the file says it.
  public let offsetMinutes: Int16?
  /// Where the date was found.
  public let source: CreationDateSource

  public init(wallClockMilliseconds: Int64, offsetMinutes: Int16?, source: CreationDateSource) {
    self.wallClockMilliseconds = wallClockMilliseconds
    self.offsetMinutes = offsetMinutes
    self.source = source
  }

  /// The moment in milliseconds since 1970 UTC.
  ///
  /// Without a zone in the file the wall clock is taken to have shown `zone`'s time.
  ///
  /// - Parameter written: when the file was written, in milliseconds since 1970; nil if unknown.
  public func millisecondsSince1970(zone: LocalTimeZone, written: Int64? = nil) -> Int64 {
    if let offsetMinutes {
      return wallClockMilliseconds &- Int64(offsetMinutes) &* 60_000
    }
    return zone.millisecondsSince1970(
      wallClockMilliseconds: wallClockMilliseconds, written: written)
  }
}
