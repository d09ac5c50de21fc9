/// Which part of a picture is shown, and at what size.
package struct PictureFit: Sendable, Hashable {
  /// The size of the result, as it is shown.
  package let size: PictureSize
  /// The part that is shown, in pixels as shown, in the middle; may begin within a pixel.
  package let left: Double
  package let top: Double
  package let width: Double
  package let height: Double

  /// - Parameters:
  ///   - picture: the whole picture, as it is shown.
  ///   - target: nil for all pixels.
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

  /// The largest size of the picture's shape within another, rounded to the nearest pixel.
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

  /// The nearest whole quotient, at least 1.
  private static func rounded(_ dividend: Int64, by divisor: Int64) -> Int32 {
    max(1, Int32(clamping: (dividend + divisor / 2) / divisor))
  }

  /// The size of the whole picture on the scale of the result, before anything is cut off.
  package func wholeSize(of picture: PictureSize) -> PictureSize {
    // What is not cut off has that size, rounded by one rule only.
    if width == Double(picture.width), height == Double(picture.height) { return size }
    let scale = max(Double(size.width) / width, Double(size.height) / height)
    return PictureSize(
      width: max(1, Int32((Double(picture.width) * scale).rounded())),
      height: max(1, Int32((Double(picture.height) * scale).rounded())))
  }
}
