/// The pixels of a small picture of an offered asset.
///
/// A decoder process makes it, so that a notifier has no untrusted file to read.
public struct OfferPicture: Hashable, Sendable {
  /// The width in pixels.
  public let width: Int
  /// The height in pixels.
  public let height: Int
  /// True if each pixel has a fourth byte, its coverage.
  public let hasAlpha: Bool
  /// The rows from top to bottom, without padding: red, green, blue and, if ``hasAlpha``, coverage;
  /// 8 bits each, in sRGB.
  public let pixels: [UInt8]
  /// The `file:` URL of the picture that a stage made of the asset; nil if none did.
  public let address: String?

  /// Creates a picture; nil unless the number of bytes matches the size.
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

extension OfferPicture {
  /// The picture in the middle of a square with transparent margins.
  package var squared: OfferPicture {
    if width == height { return self }
    let side = max(width, height)
    let (left, top) = ((side - width) / 2, (side - height) / 2)
    let channels = hasAlpha ? 4 : 3
    var square = [UInt8](repeating: 0, count: side * side * 4)
    for row in 0..<height {
      for column in 0..<width {
        let source = (row * width + column) * channels
        let target = ((top + row) * side + left + column) * 4
        for channel in 0..<3 { square[target + channel] = pixels[source + channel] }
        square[target + 3] = hasAlpha ? pixels[source + 3] : 255
      }
    }
    return OfferPicture(width: side, height: side, pixels: square, address: address) ?? self
  }
}
