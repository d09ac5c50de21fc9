/// The time at which a picture was taken, according to its file.
public struct CaptureDate: Sendable, Hashable {
  /// The time that the clock showed, in milliseconds since 1970 as if that clock had kept UTC.
  public let wallClockMilliseconds: Int64
  /// The clock's offset from UTC in minutes; nil if the file does not have it.
  public let offsetMinutes: Int16?
  /// The place where the date was found.
  public let source: CreationDateSource

  /// Creates a date.
  public init(wallClockMilliseconds: Int64, offsetMinutes: Int16?, source: CreationDateSource) {
    self.wallClockMilliseconds = wallClockMilliseconds
    self.offsetMinutes = offsetMinutes
    self.source = source
  }
}

/// The place where an asset's creation date was found.
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
