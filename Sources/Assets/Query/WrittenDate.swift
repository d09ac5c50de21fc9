/// A date as people write it: a moment where it names a zone, else what a clock shows.
public enum WrittenDate: Hashable, Sendable {
  case moment(Instant)
  /// A whole day, or one millisecond of it where the text has a time.
  case clock(ClockRange)

  /// Reads what ``Instant/init(_:)`` reads; nil for anything else.
  public init?(_ text: String) {
    var text = text
    guard let read = text.withUTF8({ Self(parsing: UnsafeRawBufferPointer($0)) }) else {
      return nil
    }
    self = read
  }

  package init?(parsing bytes: UnsafeRawBufferPointer) {
    var cursor = ISODateCursor(bytes)
    guard let read = cursor.readMoment() else { return nil }
    if read.hasZone {
      self = .moment(Instant(milliseconds: read.milliseconds))
    } else {
      let (end, isTooFar) = read.milliseconds.addingReportingOverflow(
        read.hasTime ? 1 : 86_400_000)
      if isTooFar { return nil }
      self = .clock(ClockRange(from: read.milliseconds, until: end))
    }
  }
}
