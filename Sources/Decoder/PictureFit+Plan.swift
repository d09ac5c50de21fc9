internal import CPictures
internal import Decoding

extension PictureFit {
  /// The same, for a picture that is stored as EXIF's orientation says.
  func plan(orientation: UInt8) -> cpictures_plan {
    let isSwapped = (5...8).contains(orientation)
    return cpictures_plan(
      left: isSwapped ? top : left, top: isSwapped ? left : top,
      width: isSwapped ? height : width, height: isSwapped ? width : height,
      result_width: isSwapped ? size.height : size.width,
      result_height: isSwapped ? size.width : size.height, orientation: Int32(orientation))
  }
}
