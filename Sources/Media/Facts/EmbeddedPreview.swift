/// A JPEG picture inside the file, such as EXIF's thumbnail or a raw file's preview.
public struct EmbeddedPreview: Sendable, Hashable {
  /// Where the JPEG stream is in the file; its content has not been looked at.
  public let range: ByteRange
  /// The width in pixels before orientation is applied; 0 if the header does not say it.
  public let pixelWidth: Int32
  /// The height in pixels before orientation is applied; 0 if the header does not say it.
  public let pixelHeight: Int32

  public init(range: ByteRange, pixelWidth: Int32 = 0, pixelHeight: Int32 = 0) {
    self.range = range
    self.pixelWidth = pixelWidth
    self.pixelHeight = pixelHeight
  }
}
