public import Media

/// Where a file's metadata lies, as its header was read.
public struct MetadataRequest: Sendable, Hashable {
  public var format: MediaFormat
  /// The TIFF-structured block of EXIF, from its byte-order mark on; nil without EXIF.
  public var exif: ByteRange?
  /// The main XMP packet; nil without XMP.
  public var xmp: ByteRange?

  public init(format: MediaFormat, exif: ByteRange? = nil, xmp: ByteRange? = nil) {
    self.format = format
    self.exif = exif
    self.xmp = xmp
  }
}
