/// The time at which a picture was taken, according to its file.
public struct CaptureDate: Sendable, Hashable {
  /// The time in the time zone of the clock, in milliseconds since 1970 as if that were UTC.
  public let wallClockMilliseconds: Int64
  /// The clock's offset from UTC in minutes; nil if the file does not have it.
  public let offsetMinutes: Int16?
  /// The source of the date, such as EXIF.
  public let source: CreationDateSource

  /// Creates a date from the time and the offset of a clock.
  public init(wallClockMilliseconds: Int64, offsetMinutes: Int16?, source: CreationDateSource) {
    self.wallClockMilliseconds = wallClockMilliseconds
    self.offsetMinutes = offsetMinutes
    self.source = source
  }
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
  /// The file's name.
  case filename
  /// The file's modification time.
  case fileSystem
  /// An XMP packet in the file.
  case xmp
  /// Google Takeout's description of the file.
  case takeout
  /// An XMP file beside the file.
  case xmpSidecar
}
