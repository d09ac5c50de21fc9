/// A range of wall-clock time, such as a day, a month, or everything before a day.
///
/// It is compared with the local time where a photo was taken, so each time zone has its own range
/// in UTC. Ends are milliseconds since 1970, as if local time were UTC.
public struct ClockRange: Hashable, Sendable {
  /// The first millisecond of the range; nil when it has no beginning.
  public let start: Int64?
  /// The first millisecond after the range; nil when it has no end.
  public let end: Int64?

  /// The largest offset of local time from UTC, in milliseconds.
  private static let widestOffset: Int64 = 26 * 3_600_000
  private static let day: Int64 = 86_400_000

  public init(from start: Int64?, until end: Int64?) {
    self.start = start
    self.end = end
  }

  /// Creates the range from one day through another.
  package init(_ first: CivilDate, through last: CivilDate) {
    start = first.daysSince1970 * Self.day
    end = (last.daysSince1970 + 1) * Self.day
  }

  /// Returns the times before, up to, from or after this range, for `<`, `<=`, `>=` and `>`.
  package func side(_ comparison: Comparison) -> ClockRange {
    switch comparison {
    case .less: ClockRange(from: nil, until: start)
    case .atMost: ClockRange(from: nil, until: end)
    case .atLeast: ClockRange(from: start, until: nil)
    case .greater: ClockRange(from: end, until: nil)
    }
  }

  /// Returns true if the range contains the local time, in milliseconds as ``start`` is.
  package func contains(_ wallClock: Int64) -> Bool {
    if let start, wallClock < start { return false }
    if let end, wallClock >= end { return false }
    return true
  }

  /// The first moment that is in the range in some time zone, and the moment after the last one;
  /// nil for an end that is open.
  package var moments: (first: Instant?, end: Instant?) {
    (
      start.map { Instant(milliseconds: $0).advanced(byMilliseconds: -Self.widestOffset) },
      end.map { Instant(milliseconds: $0).advanced(byMilliseconds: Self.widestOffset) }
    )
  }
}

extension ClockRange: CustomStringConvertible {
  /// The range as `explain` shows it after the name of a field: `on 2024-12-31`, `from 2024-01-01`.
  public var description: String {
    switch (start, end) {
    case (nil, nil): "at any time"
    case (let start?, nil): "from \(Self.text(start)) on"
    case (nil, let end?): "before \(Self.text(end))"
    case (let start?, let end?) where end - start == Self.day: "on \(Self.text(start))"
    case (let start?, let end?): "from \(Self.text(start)) until \(Self.text(end))"
    }
  }

  private static func text(_ wallClock: Int64) -> String {
    let text = Instant(milliseconds: wallClock).description.dropLast()
    return String(wallClock % day == 0 ? text.prefix { $0 != "T" } : text)
  }
}

/// A date in a rule: a moment if it names a zone, else a range of local time.
public enum WrittenDate: Hashable, Sendable {
  case moment(Instant)
  /// A whole day, or a single millisecond if the text has a time.
  case clock(ClockRange)

  /// Reads a date in the form of ``Instant/init(_:)``, such as `2024-12-31`; nil for anything else.
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
