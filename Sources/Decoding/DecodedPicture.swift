/// A picture that the decoder made.
public struct DecodedPicture: Sendable, Hashable {
  /// The size of the result.
  public var size: PictureSize
  /// How many bytes were written.
  public var byteCount: Int64
  /// True if it is a PNG, so as to keep what is transparent; see ``PictureRequest/keepsAlpha``.
  public var keptAlpha: Bool

  public init(size: PictureSize, byteCount: Int64, keptAlpha: Bool = false) {
    self.size = size
    self.byteCount = byteCount
    self.keptAlpha = keptAlpha
  }

  /// How it is coded.
  ///
  /// - Parameter asked: as the request has it.
  package func format(asked: PictureFormat) -> PictureFormat { keptAlpha ? .png : asked }
}
