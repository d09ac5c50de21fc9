/// When a picture was taken, as its file says it.
public struct CaptureDate: Sendable, Hashable {
  /// The time that the clock showed, in milliseconds since 1970 as if that clock had kept UTC.
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
}
