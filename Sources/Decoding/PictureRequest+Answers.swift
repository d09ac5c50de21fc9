extension PictureRequest {
  /// Whether a picture of this size can be what was asked for.
  package func allows(_ size: PictureSize) -> Bool {
    guard size.width > 0, size.height > 0 else { return false }
    if let targetSize {
      return size.width <= targetSize.width && size.height <= targetSize.height
    }
    return Int64(size.width) * Int64(size.height) <= maximumPixels
  }
}
