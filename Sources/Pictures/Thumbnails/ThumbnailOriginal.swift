internal import Decoding
internal import Media

/// The file that a shared thumbnail is of, as the Thumbnail Managing Standard has it described.
struct ThumbnailOriginal {
  let uri: FileURI
  /// The thumbnail's file name.
  let name: String
  private let key: ThumbnailKey

  /// Nil when there is no telling what the file is called.
  init?(_ key: ThumbnailKey) {
    guard let uri = FileURI(path: key.path), let name = uri.thumbnailName else { return nil }
    self.uri = uri
    self.name = name
    self.key = key
  }

  private var modified: Int64 { floorDivide(key.file.modified, 1_000_000_000).quotient }

  /// What a thumbnail says of it ("Thumbnail Attributes").
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

  /// Whether a thumbnail was made of the file as it is.
  ///
  /// - Parameter moment: when the thumbnail was written, in nanoseconds since 1970. Its own word is
  ///   good for a second only, in which the file may have been written again.
  func isDescribed(by header: ThumbnailHeader, at moment: Int64) -> Bool {
    isNamed(by: header) && FileStatus.isSettled(key.file.modified, at: moment)
  }

  /// Whether a thumbnail says that it is of this file.
  func isNamed(by header: ThumbnailHeader) -> Bool {
    header.uri == uri.bytes && header.modified == modified
      && (header.byteCount ?? key.file.size) == key.file.size
  }

  /// Whether a thumbnail has the size that the whole picture has, fitted into a square.
  ///
  /// A preview of the camera's, with bars at its edges or not turned, has not.
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
