/// The facts in one directory about the picture that it describes.
struct TIFFImage {
  var subfileType: UInt64 = 0
  var width: UInt64 = 0
  var height: UInt64 = 0
  var compression: UInt64 = 0
  var photometric: UInt64?
  var bitsPerSample: UInt64?
  var extraSamples: UInt64 = 0
  var profile: TIFFEntry?
  var stripCount = 0
  var stripOffset: UInt64 = 0
  var stripByteCount: UInt64 = 0
  var jpegOffset: UInt64 = 0
  var jpegByteCount: UInt64 = 0

  /// True if the picture is a reduced version of another one in the file (TIFF 6.0, tag 254).
  var isReduced: Bool { subfileType & 1 == 1 }

  /// True if the pixels are those of a sensor, each of one colour (TIFF/EP, ISO 12234-2).
  var isMosaic: Bool { photometric == 32803 }

  /// True if the picture is a JPEG as defined in TIFF 6.0, which TIFF's supplement 2 replaced.
  var isOldJPEG: Bool { compression == 6 }

  var colorModel: ColorModel? {
    switch photometric {
    case 0, 1: .gray
    case 2, 3, 6, 32803, 34892: .rgb
    case 5: .cmyk
    case 8, 9, 10: .lab
    default: nil
    }
  }

  /// The bits of a sample, nil if not known; a palette's entries have 16, but are shown with 8.
  var depth: UInt8? {
    photometric == 3 ? 8 : bitsPerSample.flatMap { (1...64).contains($0) ? UInt8($0) : nil }
  }

  /// True if one of the samples is opacity (TIFF 6.0, tag 338); nil if there are no pixels.
  var hasAlpha: Bool? {
    photometric == nil ? nil : extraSamples == 1 || extraSamples == 2
  }

  /// Records the entry if it describes the picture.
  mutating func take(
    _ entry: TIFFEntry, of block: TIFFBlock, _ window: inout HeaderWindow
  ) throws(MediaError) {
    switch entry.tag {
    case TIFFTag.newSubfileType: subfileType = try block.unsigned(entry, &window) ?? 0
    case TIFFTag.imageWidth: width = try block.unsigned(entry, &window) ?? 0
    case TIFFTag.imageLength: height = try block.unsigned(entry, &window) ?? 0
    case TIFFTag.compression: compression = try block.unsigned(entry, &window) ?? 0
    case TIFFTag.photometric: photometric = try block.unsigned(entry, &window)
    case TIFFTag.bitsPerSample: bitsPerSample = try block.unsigned(entry, &window)
    case TIFFTag.extraSamples: extraSamples = try block.unsigned(entry, &window) ?? 0
    case TIFFTag.colorProfile: profile = entry
    case TIFFTag.stripOffsets:
      stripCount = entry.count
      if entry.count == 1 { stripOffset = try block.unsigned(entry, &window) ?? 0 }
    case TIFFTag.stripByteCounts:
      if entry.count == 1 { stripByteCount = try block.unsigned(entry, &window) ?? 0 }
    case TIFFTag.jpegOffset: jpegOffset = try block.unsigned(entry, &window) ?? 0
    case TIFFTag.jpegByteCount: jpegByteCount = try block.unsigned(entry, &window) ?? 0
    default: break
    }
  }

  /// Returns the JPEG stream to which the directory points; nil if none exists within the block.
  /// A single strip counts only in a raw file, where it is a complete JPEG file; in a plain TIFF it
  /// lacks the tables, which are in the directory.
  func preview(in block: TIFFBlock, isRaw: Bool) -> EmbeddedPreview? {
    let isWholeStrip =
      isRaw && stripCount == 1 && (compression == 6 || compression == 7 && isReduced)
    let (offset, byteCount) =
      jpegByteCount > 0
      ? (jpegOffset, jpegByteCount) : isWholeStrip ? (stripOffset, stripByteCount) : (0, 0)
    guard offset > 0, byteCount > 0, let count = Int(exactly: byteCount),
      let place = block.position(of: offset, count: count)
    else { return nil }
    let range = ByteRange(offset: place, count: Int64(count))
    return EmbeddedPreview(
      range: range, pixelWidth: Int32(clamping: width), pixelHeight: Int32(clamping: height))
  }
}
