package import Decoding
package import Media

/// Which picture of which file is wanted; two that are equal mean the same bytes.
package struct ThumbnailKey: Sendable, Hashable {
  /// The original's path, absolute or from the working folder.
  package var path: [UInt8]
  /// The original as it was opened; every change of it makes another key.
  package var file: FileStatus
  /// The original's size after orientation is applied, where its header says it.
  package var pixelSize: PictureSize?
  /// What the original is, for those who share the picture.
  package var mediaFormat: MediaFormat?
  /// The size asked for; nil for all pixels.
  package var targetSize: PictureSize?
  package var contentMode = ContentMode.aspectFit
  package var allowsEnlarging = false
  /// How the picture is to be coded; nil leaves it to the cache, which answers by ``output``.
  package var format: PictureFormat?
  /// Whether the picture becomes a PNG instead of a JPEG if it may be transparent.
  package var keepsAlpha = false
  /// How much of a lossy picture's detail is kept, 1…100.
  package var quality: UInt8 = 82
  /// Whether it may be made of an embedded preview or of another thumbnail.
  package var isFast = false

  package init(
    path: [UInt8], file: FileStatus, pixelSize: PictureSize? = nil,
    mediaFormat: MediaFormat? = nil, targetSize: PictureSize? = nil
  ) {
    self.path = path
    self.file = file
    self.pixelSize = pixelSize
    self.mediaFormat = mediaFormat
    self.targetSize = targetSize
  }

  /// How the picture is to be coded: as asked, else so that other programs can share it.
  package var output: PictureFormat { format ?? (standard == nil ? .jpeg : .png) }

  /// The freedesktop size that the request is, if it is one that is shared with other programs.
  package var standard: StandardThumbnail? {
    guard let targetSize, targetSize.width == targetSize.height, contentMode == .aspectFit,
      !allowsEnlarging, format == nil || format == .png
    else { return nil }
    return StandardThumbnail(side: targetSize.width)
  }
}
