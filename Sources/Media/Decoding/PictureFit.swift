/// The part of a picture to show, and the size to show it at.
package struct PictureFit: Sendable, Hashable {
  /// The size of the result in display orientation.
  package let size: PictureSize
  /// The left edge of the centred part to show, in pixels of the picture in display orientation;
  /// perhaps a fraction.
  package let left: Double
  /// The top edge of the part to show, in pixels of the picture in display orientation.
  package let top: Double
  /// The width of the part to show, in pixels of the picture in display orientation.
  package let width: Double
  /// The height of the part to show, in pixels of the picture in display orientation.
  package let height: Double

  /// Fits a picture in display orientation into `target`; nil means the picture's own size.
  package init(
    picture: PictureSize, target: PictureSize?, mode: ContentMode, allowsEnlarging: Bool
  ) {
    let target = target ?? picture
    switch mode {
    case .aspectFit:
      size = Self.fitted(picture, in: target, allowsEnlarging: allowsEnlarging)
      left = 0
      top = 0
      width = Double(picture.width)
      height = Double(picture.height)
    case .aspectFill:
      let (pictureWidth, pictureHeight) = (Double(picture.width), Double(picture.height))
      let scale = max(Double(target.width) / pictureWidth, Double(target.height) / pictureHeight)
      if scale >= 1 && !allowsEnlarging {
        size = PictureSize(
          width: min(picture.width, target.width), height: min(picture.height, target.height))
        // Whole pixels, so that nothing is blurred.
        left = Double((picture.width - size.width) / 2)
        top = Double((picture.height - size.height) / 2)
        width = Double(size.width)
        height = Double(size.height)
      } else {
        size = target
        width = min(pictureWidth, Double(target.width) / scale)
        height = min(pictureHeight, Double(target.height) / scale)
        left = (pictureWidth - width) / 2
        top = (pictureHeight - height) / 2
      }
    }
  }

  /// Returns the largest size within another that has the picture's shape, rounded to whole pixels.
  private static func fitted(
    _ picture: PictureSize, in target: PictureSize, allowsEnlarging: Bool
  ) -> PictureSize {
    let isWithin = picture.width <= target.width && picture.height <= target.height
    if isWithin && !allowsEnlarging { return picture }
    let width = Int64(picture.width)
    let height = Int64(picture.height)
    let isBoundByWidth = Int64(target.width) * height <= Int64(target.height) * width
    return isBoundByWidth
      ? PictureSize(
        width: target.width, height: rounded(Int64(target.width) * height, by: width))
      : PictureSize(
        width: rounded(Int64(target.height) * width, by: height), height: target.height)
  }

  /// Returns the quotient rounded to the nearest integer, at least 1.
  private static func rounded(_ dividend: Int64, by divisor: Int64) -> Int32 {
    max(1, Int32(clamping: (dividend + divisor / 2) / divisor))
  }

  /// Returns the size of the whole picture at the scale of the result, before anything is cut off.
  package func wholeSize(of picture: PictureSize) -> PictureSize {
    // An uncropped picture has the size of the result, rounded by one rule only.
    if width == Double(picture.width), height == Double(picture.height) { return size }
    let scale = max(Double(size.width) / width, Double(size.height) / height)
    return PictureSize(
      width: max(1, Int32((Double(picture.width) * scale).rounded())),
      height: max(1, Int32((Double(picture.height) * scale).rounded())))
  }
}
