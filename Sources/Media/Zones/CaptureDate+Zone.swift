extension CaptureDate {
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
