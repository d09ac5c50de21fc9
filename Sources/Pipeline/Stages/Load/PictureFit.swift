internal import Decoding

/// How large a picture becomes, and whether a smaller one of the same suffices for that.
enum PictureFit {
  /// The pixels that the whole picture needs to have before anything is cut off; as many as it has
  /// where it is not made larger.
  static func neededSize(of picture: PictureSize, for options: PictureOptions) -> PictureSize {
    guard let target = options.targetSize else { return picture }
    let width = Double(target.width) / Double(picture.width)
    let height = Double(target.height) / Double(picture.height)
    var scale = options.contentMode == .aspectFit ? min(width, height) : max(width, height)
    scale = min(1, scale)
    return PictureSize(
      width: max(1, Int32((Double(picture.width) * scale).rounded())),
      height: max(1, Int32((Double(picture.height) * scale).rounded())))
  }

  /// Whether the preview shows all of the picture and nothing else.
  ///
  /// Cameras put previews of one shape beside pictures of another, with black bars.
  static func hasSameShape(_ preview: PictureSize, as picture: PictureSize) -> Bool {
    let left = Double(preview.width) * Double(picture.height)
    let right = Double(preview.height) * Double(picture.width)
    return abs(left - right) <= tolerance * max(left, right)
  }

  /// Sides of small pictures are rounded.
  private static let tolerance = 0.02

  static func suffices(
    _ preview: PictureSize, for picture: PictureSize, _ options: PictureOptions
  ) -> Bool {
    let needed = neededSize(of: picture, for: options)
    return preview.width >= needed.width && preview.height >= needed.height
      && hasSameShape(preview, as: picture)
  }
}
