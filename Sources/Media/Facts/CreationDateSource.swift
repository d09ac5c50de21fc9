/// Where an asset's creation date was found.
///
/// Raw values are the words that records carry.
public enum CreationDateSource: String, Sendable, CaseIterable {
  case exif
  case pngText
  case quicktime
  /// A movie's header, where the movie is not one of QuickTime's family.
  case movie
  case filename
  case fileSystem
  case xmp
  /// What a Google Takeout says of the file.
  case takeout
  /// An XMP file beside the file.
  case xmpSidecar
}
