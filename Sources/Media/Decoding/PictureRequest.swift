public import Media

/// A request for a picture of a file, modelled on PHImageManager's.
public struct PictureRequest: Sendable, Hashable {
  /// The file's format according to its header; the decoder uses the loader of this format only.
  public var format: MediaFormat
  /// The place of an embedded preview in the file; nil to decode the whole file.
  public var range: ByteRange?
  /// The transformation of stored pixels for display, 1…8 as in EXIF; ignored for HEIF and AVIF,
  /// whose decoder applies the file's own.
  public var orientation: UInt8
  /// The size to make, after orientation is applied; nil for all pixels.
  public var targetSize: PictureSize?
  /// The way the picture is fitted into `targetSize`.
  public var contentMode: ContentMode
  /// True if a picture smaller than `targetSize` is enlarged.
  public var allowsEnlarging: Bool
  /// The format of the result.
  public var output: PictureFormat
  /// True if a picture that may be transparent is coded as a PNG where `output` is JPEG.
  public var keepsAlpha = false
  /// True to leave the colours of an RGB picture as they are, with its profile; else they are sRGB.
  public var keepsProfile = false
  /// True if the picture itself is decoded, and damage that viewers ignore refuses it.
  public var isStrict = false
  /// The quality of a lossy result, 1…100.
  public var quality: UInt8
  /// The maximum number of pixels; a larger file is refused before any pixel is decoded.
  public var maximumPixels: Int64
  /// Latin-1 keywords and texts for a PNG's `tEXt` chunks; ignored for other outputs.
  public var texts: [PictureText]

  /// Creates a request for a picture of a file; the defaults make a JPEG of all pixels.
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
  /// Returns true if the picture's size and transparency are possible for this request.
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

/// The way a picture is fitted into a size, as in PHImageContentMode.
public enum ContentMode: UInt8, Sendable, CaseIterable {
  /// The whole picture is within the size; one side may be shorter.
  case aspectFit = 0
  /// The picture fills the size; the excess is cut off evenly at both ends.
  case aspectFill = 1
}

/// The format of a picture to make.
public enum PictureFormat: UInt8, Sendable, CaseIterable {
  /// JPEG.
  case jpeg = 0
  /// PNG.
  case png = 1
  /// WebP.
  case webp = 2
  /// A portable arbitrary map: pixels after a short header, for programs that draw by themselves.
  case pam = 3
}

/// One `tEXt` chunk of a PNG (PNG specification, section 11.3.3.2).
public struct PictureText: Sendable, Hashable {
  /// The keyword, 1…79 Latin-1 characters.
  public var keyword: String
  /// The text in Latin-1 characters.
  public var text: String

  /// Creates a chunk from a keyword and a text in Latin-1 characters.
  public init(keyword: String, text: String) {
    self.keyword = keyword
    self.text = text
  }
}
