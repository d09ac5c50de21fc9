/// The bytes around an input, by which it reaches the reader that it is meant for.
enum HeaderFrame {
  case jpeg, png, gif, webp, heif, tiff, movie
  /// Movies of other families than QuickTime's, each with its own start.
  case container
  /// Headers of all other formats, as they come.
  case other
  /// A JPEG's XMP segment.
  case packet
  /// A PNG's creation time.
  case dates
  /// A PNG's compressed profiles: EXIF, XMP and colours.
  case compressed
  /// A JPEG's colour profile.
  case profile

  func file(around input: UnsafeRawBufferPointer) -> [UInt8] {
    switch self {
    case .jpeg: replacing([0xFF, 0xD8, 0xFF], at: 0, of: input)
    case .png: replacing(Self.pngStart, at: 0, of: input)
    case .gif: replacing(Array("GIF89a".utf8), at: 0, of: input)
    case .webp: replacing(Array("WEBP".utf8), at: 8, of: replacing("RIFF".utf8, at: 0, of: input))
    case .heif, .movie: replacing(Array("ftyp".utf8), at: 4, of: input)
    case .container: Array(input)
    case .tiff:
      input.first == UInt8(ascii: "M")
        ? replacing([0x4D, 0x4D, 0, 42], at: 0, of: input)
        : replacing([0x49, 0x49, 42, 0], at: 0, of: input)
    case .other: Array(input)
    case .packet:
      segment(Array("http://ns.adobe.com/xap/1.0/\0".utf8) + input.prefix(65_000))
    case .dates:
      Self.pngHead + chunk("tEXt", Array("Creation Time\0".utf8) + input)
        + chunk("iTXt", Array("date:create\0\0\0\0\0".utf8) + input) + chunk("IEND", [])
    case .compressed:
      Self.pngHead + chunk("iCCP", Array("p\0\0".utf8) + input)
        + chunk("zTXt", Array("Raw profile type exif\0\0".utf8) + input)
        + chunk("iTXt", Array("XML:com.adobe.xmp\0\u{1}\0\0\0".utf8) + input) + chunk("IEND", [])
    case .profile:
      segment(Array("ICC_PROFILE\0\u{1}\u{1}".utf8) + input.prefix(65_000), 0xE2)
    }
  }

  private static let pngStart: [UInt8] = [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A]
  /// Up to and with the first chunk, of one pixel.
  private static let pngHead: [UInt8] =
    pngStart + [
      0, 0, 0, 13, 0x49, 0x48, 0x44, 0x52, 0, 0, 0, 1, 0, 0, 0, 1, 8, 2, 0, 0, 0, 0, 0, 0, 0,
    ]

  private func replacing(
    _ bytes: some Sequence<UInt8>, at place: Int, of input: some Sequence<UInt8>
  ) -> [UInt8] {
    var file = Array(input)
    for (index, byte) in bytes.enumerated() where place + index < file.count {
      file[place + index] = byte
    }
    return file
  }

  private func segment(_ content: [UInt8], _ marker: UInt8 = 0xE1) -> [UInt8] {
    let count = content.count + 2
    return [0xFF, 0xD8, 0xFF, marker, UInt8(count >> 8), UInt8(count & 255)] + content
  }

  private func chunk(_ type: String, _ content: [UInt8]) -> [UInt8] {
    withUnsafeBytes(of: UInt32(content.count).bigEndian) { Array($0) } + Array(type.utf8) + content
      + [0, 0, 0, 0]
  }
}
