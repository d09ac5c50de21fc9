internal import Decoding
internal import Media

/// The original of a shared thumbnail, as the Thumbnail Managing Standard describes it.
struct ThumbnailOriginal {
  let uri: FileURI
  let name: String
  private let key: ThumbnailKey

  /// Determines the original's URI; nil if that fails.
  init?(_ key: ThumbnailKey) {
    guard let uri = FileURI(path: key.path), let name = uri.thumbnailName else { return nil }
    self.uri = uri
    self.name = name
    self.key = key
  }

  private var modified: Int64 { floorDivide(key.file.modified, 1_000_000_000).quotient }

  /// Returns the texts that describe the original in its thumbnail ("Thumbnail Attributes").
  func texts(by program: String) -> [PictureText] {
    var texts = [
      PictureText(keyword: "Thumb::URI", text: uri.text),
      PictureText(keyword: "Thumb::MTime", text: "\(modified)"),
      PictureText(keyword: "Thumb::Size", text: "\(key.file.size)"),
      PictureText(keyword: "Software", text: program),
    ]
    if let type = key.mediaFormat?.mimeType {
      texts.append(PictureText(keyword: "Thumb::Mimetype", text: type))
    }
    if let size = key.pixelSize {
      texts.append(PictureText(keyword: "Thumb::Image::Width", text: "\(size.width)"))
      texts.append(PictureText(keyword: "Thumb::Image::Height", text: "\(size.height)"))
    }
    return texts
  }

  /// True if a thumbnail was made from the current state of the file; `moment` is when it was
  /// written, in nanoseconds since 1970. The time in it is in seconds, within which the file may
  /// have changed again.
  func isDescribed(by header: ThumbnailHeader, at moment: Int64) -> Bool {
    isNamed(by: header) && FileStatus.isSettled(key.file.modified, at: moment)
  }

  func isNamed(by header: ThumbnailHeader) -> Bool {
    header.uri == uri.bytes && header.modified == modified
      && (header.byteCount ?? key.file.size) == key.file.size
  }

  /// True if a thumbnail has the size of the whole picture, fitted into a square, unlike a camera's
  /// preview with bars or in the wrong orientation.
  func fits(_ size: PictureSize, side: Int32) -> Bool {
    guard size.width <= side, size.height <= side else { return false }
    guard let whole = key.pixelSize else { return max(size.width, size.height) == side }
    let longer = Double(max(whole.width, whole.height))
    let scale = min(1, Double(side) / longer)
    func isNear(_ found: Int32, _ original: Int32) -> Bool {
      abs(Double(found) - max(1, Double(original) * scale)) <= 1
    }
    return isNear(size.width, whole.width) && isNear(size.height, whole.height)
  }
}
