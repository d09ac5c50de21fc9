internal import Media

/// Which pictures a decoder process is made for, chosen before its jail closes.
///
/// Each includes those before it.
public enum PictureLoaders: UInt8, Sendable, CaseIterable, Comparable {
  /// JPEG in, JPEG or PNG out: nothing is loaded, so the process starts at once.
  case jpeg = 0
  /// HEIF and AVIF, too: libheif is opened, which takes about 8 ms.
  case heif = 1
  /// Everything: libvips is opened, which takes about 25 ms and 100 shared libraries.
  case all = 2

  /// The least that is enough for a request, so that its sender can choose the process.
  public init(neededFor request: PictureRequest) {
    if request.output == .webp {
      self = .all
    } else if request.range != nil {
      self = .jpeg
    } else {
      switch request.format {
      case .jpeg: self = .jpeg
      case .heic, .heif, .avif: self = .heif
      default: self = .all
      }
    }
  }

  public static func < (first: PictureLoaders, second: PictureLoaders) -> Bool {
    first.rawValue < second.rawValue
  }
}
