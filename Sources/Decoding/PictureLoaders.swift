internal import Media

/// Which pictures a decoder process is made for, chosen before its jail closes.
public enum PictureLoaders: Sendable {
  /// JPEG in, JPEG or PNG out: nothing is loaded, so the process starts at once.
  case jpegOnly
  /// Everything: libvips is opened, which takes about 25 ms and 100 shared libraries.
  case all

  /// Whether these are enough for a request, so that its sender can choose the process.
  public init(neededFor request: PictureRequest) {
    let isJPEG = request.format == .jpeg || request.range != nil
    self = isJPEG && request.output != .webp ? .jpegOnly : .all
  }
}
