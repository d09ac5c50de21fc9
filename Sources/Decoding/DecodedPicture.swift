/// A picture that the decoder made.
public struct DecodedPicture: Sendable, Hashable {
  /// The size of the result.
  public var size: PictureSize
  /// How many bytes were written.
  public var byteCount: Int64

  public init(size: PictureSize, byteCount: Int64) {
    self.size = size
    self.byteCount = byteCount
  }
}
