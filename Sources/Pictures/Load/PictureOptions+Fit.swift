internal import Decoding

/// Whether a smaller picture of the same suffices.
extension PictureOptions {
  /// The pixels that the whole picture needs to have before anything is cut off; as many as it has
  /// where it is not made larger.
  func neededSize(of picture: PictureSize) -> PictureSize {
    PictureFit(
      picture: picture, target: targetSize, mode: contentMode, allowsEnlarging: false
    ).wholeSize(of: picture)
  }

  func isServed(by preview: PictureSize, of picture: PictureSize) -> Bool {
    let needed = neededSize(of: picture)
    return preview.width >= needed.width && preview.height >= needed.height
      && preview.hasShape(of: picture)
  }
}

extension PictureSize {
  /// Sides of small pictures are rounded.
  private static let tolerance = 0.02

  /// Whether a picture of this size shows all of another and nothing else.
  ///
  /// Cameras put previews of one shape beside pictures of another, with black bars.
  func hasShape(of picture: PictureSize) -> Bool {
    let left = Double(width) * Double(picture.height)
    let right = Double(height) * Double(picture.width)
    return abs(left - right) <= Self.tolerance * max(left, right)
  }
}
