/// What is put around an input, so that it reaches the reader that it is meant for.
enum HeaderFrame {
  case jpeg, png, gif, webp, heif, tiff, movie
  /// A JPEG's XMP segment.
  case packet
  /// A PNG's creation time.
  case dates

  func file(around input: UnsafeRawBufferPointer) -> [UInt8] {
    switch self {
    case .jpeg: replacing([0xFF, 0xD8, 0xFF], at: 0, of: input)
    case .png: replacing(Self.pngStart, at: 0, of: input)
    case .gif: replacing(Array("GIF89a".utf8), at: 0, of: input)
    case .webp: replacing(Array("WEBP".utf8), at: 8, of: replacing("RIFF".utf8, at: 0, of: input))
    case .heif, .movie: replacing(Array("ftyp".utf8), at: 4, of: input)
    case .tiff:
      input.first == UInt8(ascii: "M")
        ? replacing([0x4D, 0x4D, 0, 42], at: 0, of: input)
        : replacing([0x49, 0x49, 42, 0], at: 0, of: input)
    case .packet:
      segment(Array("http://ns.adobe.com/xap/1.0/\0".utf8) + input.prefix(65_000))
    case .dates:
      Self.pngStart + [0, 0, 0, 13] + Array("IHDR".utf8) + [0, 0, 0, 1, 0, 0, 0, 1, 8, 2, 0, 0, 0]
        + [0, 0, 0, 0] + chunk("tEXt", Array("Creation Time\0".utf8) + input)
        + chunk("iTXt", Array("date:create\0\0\0\0\0".utf8) + input) + chunk("IEND", [])
    }
  }

  private static let pngStart: [UInt8] = [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A]

  private func replacing(
    _ bytes: some Sequence<UInt8>, at place: Int, of input: some Sequence<UInt8>
  ) -> [UInt8] {
    var file = Array(input)
    for (index, byte) in bytes.enumerated() where place + index < file.count {
      file[place + index] = byte
    }
    return file
  }

  private func segment(_ content: [UInt8]) -> [UInt8] {
    let count = content.count + 2
    return [0xFF, 0xD8, 0xFF, 0xE1, UInt8(count >> 8), UInt8(count & 255)] + content
  }

  private func chunk(_ type: String, _ content: [UInt8]) -> [UInt8] {
    withUnsafeBytes(of: UInt32(content.count).bigEndian) { Array($0) } + Array(type.utf8) + content
      + [0, 0, 0, 0]
  }
}
