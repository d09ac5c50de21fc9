/// The time at which a picture was taken, according to one source: a clock without a zone, a clock
/// with its offset from UTC, or a moment in UTC whose place is not known.
public struct CaptureDate: Sendable, Hashable {
  /// The time that the clock showed, in milliseconds since 1970 as if it had kept UTC. For a moment
  /// it is UTC.
  public let wallClockMilliseconds: Int64
  /// The clock's offset from UTC in minutes; nil if the source does not have it.
  public let offsetMinutes: Int16?
  /// True if the time is UTC and nothing tells the clock of the place, so that the offset is nil.
  public let isMoment: Bool
  /// The source of the date, such as EXIF.
  public let source: CreationDateSource

  /// Creates a date from the time and the offset of a clock.
  public init(wallClockMilliseconds: Int64, offsetMinutes: Int16?, source: CreationDateSource) {
    self.wallClockMilliseconds = wallClockMilliseconds
    self.offsetMinutes = offsetMinutes
    self.source = source
    isMoment = false
  }

  /// Creates a moment, in milliseconds since 1970 UTC, at a place that is not known.
  public init(moment milliseconds: Int64, source: CreationDateSource) {
    wallClockMilliseconds = milliseconds
    offsetMinutes = nil
    self.source = source
    isMoment = true
  }

  /// Creates a date from the time of a clock and the zone that stands beside it; nil for no zone.
  init(_ wallClockMilliseconds: Int64, _ zone: WrittenZone?, _ source: CreationDateSource) {
    switch zone {
    case .universal: self.init(moment: wallClockMilliseconds, source: source)
    case .offset(let minutes):
      self.init(
        wallClockMilliseconds: wallClockMilliseconds, offsetMinutes: minutes, source: source)
    case nil:
      self.init(wallClockMilliseconds: wallClockMilliseconds, offsetMinutes: nil, source: source)
    }
  }
}

/// The zone that a file writes beside a date.
enum WrittenZone: Equatable {
  /// `Z`, `UTC`, or RFC 3339's `-00:00`: a moment is known, and the clock of the place is not.
  case universal
  case offset(minutes: Int16)
}

/// The source of an asset's creation date, such as EXIF.
///
/// Records contain the raw values.
public enum CreationDateSource: String, Sendable, CaseIterable {
  /// EXIF.
  case exif
  /// A text of a PNG.
  case pngText
  /// The metadata of QuickTime, or of a movie of its family.
  case quicktime
  /// The header of a movie that does not belong to QuickTime's family.
  case movie
  /// The file's name; of one with a day alone, with the file's own time of that day.
  case filename
  /// The file's modification time.
  case fileSystem
  /// An XMP packet in the file.
  case xmp
  /// Google Takeout's description of the file.
  case takeout
  /// An XMP file beside the file.
  case xmpSidecar
  /// IPTC's IIM records in the file.
  case iptc
}
