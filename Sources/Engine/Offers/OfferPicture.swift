/// A small picture of what is offered, as pixels.
///
/// Made by a decoder process, so that whatever shows it has no untrusted file to read.
public struct OfferPicture: Hashable, Sendable {
  public let width: Int
  public let height: Int
  /// True if each pixel has a fourth byte, its coverage.
  public let hasAlpha: Bool
  /// Rows of red, green, blue and perhaps coverage, 8 bits each in sRGB, without gaps.
  public let pixels: [UInt8]
  /// The `file:` address of the picture that a stage made of the asset; nil where none did.
  public let address: String?

  /// Nil unless there are as many pixels as the size says.
  public init?(width: Int, height: Int, pixels: [UInt8], address: String? = nil) {
    guard width > 0, height > 0 else { return nil }
    let (count, isOver) = width.multipliedReportingOverflow(by: height)
    guard !isOver, count <= pixels.count, pixels.count % count == 0,
      [3, 4].contains(pixels.count / count)
    else { return nil }
    self.width = width
    self.height = height
    self.pixels = pixels
    self.address = address
    hasAlpha = pixels.count / count == 4
  }
}
