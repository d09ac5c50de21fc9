internal import Decoding
internal import Media

/// A smaller picture of an asset that its library keeps.
struct PictureDerivative {
  let file: OpenFile
  let facts: PictureFacts
  let size: PictureSize
  let path: [UInt8]

  /// Nil for a file that can't be read, or is no picture that a decoder takes.
  init?(_ place: any Original, by reader: inout HeaderReader) {
    guard let file = try? place.open(), file.status.size > 0,
      let facts = try? PictureFacts(file, by: &reader), facts.media.format.isImage,
      !facts.media.format.isRaw, facts.media.problem == nil, let size = facts.size
    else { return nil }
    path = place.pathBytes
    self.file = file
    self.facts = facts
    self.size = size
  }

  /// Whether a picture made of it is as good as one made of the original.
  ///
  /// - Parameter original: the size of the asset as it is shown; nil where it is not known.
  func suffices(for options: PictureOptions, original: PictureSize?) -> Bool {
    if let original, size.width >= original.width, size.height >= original.height { return true }
    guard let target = options.targetSize else { return false }
    let width = Double(target.width) / Double(size.width)
    let height = Double(target.height) / Double(size.height)
    return (options.contentMode == .aspectFit ? min(width, height) : max(width, height)) <= 1
  }
}
