package import Decoding
package import Media

/// The properties that determine a picture of a file; equal keys mean the same bytes.
package struct ThumbnailKey: Sendable, Hashable {
  /// The original's path, absolute or relative to the working folder.
  package var path: [UInt8]
  /// The status of the opened original, which differs after every change of the file.
  package var file: FileStatus
  /// The original's size in pixels after orientation is applied; nil if its header lacks it.
  package var pixelSize: PictureSize?
  /// The original's format, for programs that share the picture; nil if unknown.
  package var mediaFormat: MediaFormat?
  /// The requested size in pixels; nil for all pixels.
  package var targetSize: PictureSize?
  /// The method by which the picture is fitted into the size.
  package var contentMode = ContentMode.aspectFit
  /// True if a smaller picture is enlarged.
  package var allowsEnlarging = false
  /// The requested format; nil to let the cache choose ``output``.
  package var format: PictureFormat?
  /// True if the picture becomes a PNG instead of a JPEG if it may be transparent.
  package var keepsAlpha = false
  /// The quality of a lossy picture, 1…100.
  package var quality: UInt8 = 82
  /// True if an embedded preview or another program's thumbnail may be used.
  package var isFast = false

  /// The format of the picture: the requested one, else one that other programs can share.
  package var output: PictureFormat { format ?? (standard == nil ? .jpeg : .png) }

  /// The request's freedesktop size; nil if no other program shares such a picture.
  package var standard: StandardThumbnail? {
    guard let targetSize, targetSize.width == targetSize.height, contentMode == .aspectFit,
      !allowsEnlarging, format == nil || format == .png
    else { return nil }
    return StandardThumbnail(side: targetSize.width)
  }
}

/// The sizes of the freedesktop Thumbnail Managing Standard; a raw value is the side in pixels.
package enum StandardThumbnail: Int32, CaseIterable, Sendable {
  case normal = 128
  case large = 256
  case extraLarge = 512
  case doubleExtraLarge = 1024

  init?(side: Int32) {
    self.init(rawValue: side)
  }

  var side: Int32 { rawValue }

  var folderName: String {
    switch self {
    case .normal: "normal"
    case .large: "large"
    case .extraLarge: "x-large"
    case .doubleExtraLarge: "xx-large"
    }
  }
}
