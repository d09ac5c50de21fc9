public import Media

/// Which picture is to be made of a file, as PHImageManager's request has it.
public struct PictureRequest: Sendable, Hashable {
  /// The file's format, as its header was read; the decoder uses the loader of this format only.
  public var format: MediaFormat
  /// Where the picture is in the file, when it is an embedded preview; nil for the whole file.
  public var range: ByteRange?
  /// How stored pixels are turned for display, 1…8 as in EXIF.
  ///
  /// Not looked at for HEIF and AVIF, whose decoder turns by the file's own properties.
  public var orientation: UInt8
  /// The size to make, after orientation is applied; nil for all pixels.
  public var targetSize: PictureSize?
  /// How the picture fits `targetSize`.
  public var contentMode: ContentMode
  /// True if a picture smaller than `targetSize` is made larger.
  public var allowsEnlarging: Bool
  /// How the result is coded; its colours are sRGB.
  public var output: PictureFormat
  /// True if a picture that may be transparent is coded as a PNG where `output` is JPEG.
  public var keepsAlpha = false
  /// How much of a lossy result's detail is kept, 1…100.
  public var quality: UInt8
  /// Files of more pixels are refused before any is decoded.
  public var maximumPixels: Int64
  /// Latin-1 key words and texts for a PNG's `tEXt` chunks; not looked at for other outputs.
  public var texts: [PictureText]

  public init(
    format: MediaFormat, range: ByteRange? = nil, orientation: UInt8 = 1,
    targetSize: PictureSize? = nil, contentMode: ContentMode = .aspectFit,
    allowsEnlarging: Bool = false, output: PictureFormat = .jpeg, quality: UInt8 = 82,
    maximumPixels: Int64 = 100_000_000, texts: [PictureText] = []
  ) {
    self.format = format
    self.range = range
    self.orientation = orientation
    self.targetSize = targetSize
    self.contentMode = contentMode
    self.allowsEnlarging = allowsEnlarging
    self.output = output
    self.quality = quality
    self.maximumPixels = maximumPixels
    self.texts = texts
  }
}

extension PictureRequest {
  /// Whether such a picture can be what was asked for.
  package func allows(_ picture: DecodedPicture) -> Bool {
    guard !picture.keptAlpha || (keepsAlpha && output == .jpeg) else { return false }
    let size = picture.size
    guard size.width > 0, size.height > 0 else { return false }
    if let targetSize {
      return size.width <= targetSize.width && size.height <= targetSize.height
    }
    return Int64(size.width) * Int64(size.height) <= maximumPixels
  }
}
