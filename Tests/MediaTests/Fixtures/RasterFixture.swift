/// Headers of JPEG, PNG, GIF and WebP around no real picture.
enum RasterFixture {
  static let xmpIntroduction = "http://ns.adobe.com/xap/1.0/\0"

  static func jpeg(
    exif: [UInt8]? = nil, xmp: String? = nil, width: UInt16 = 40, height: UInt16 = 30
  ) -> [UInt8] {
    var bytes: [UInt8] = [0xFF, 0xD8]
    if let exif { bytes += segment(0xE1, Array("Exif\0\0".utf8) + exif) }
    if let xmp { bytes += segment(0xE1, Array((xmpIntroduction + xmp).utf8)) }
    bytes += segment(
      0xC0, [8] + ByteBuilder.big(height, width) + [3] + [UInt8](repeating: 1, count: 9))
    bytes += segment(0xDA, [1, 1, 0, 0, 63, 0])
    return bytes + [0x12, 0xFF, 0x00, 0x34, 0xFF, 0xD9]
  }

  static func segment(_ marker: UInt8, _ content: [UInt8]) -> [UInt8] {
    [0xFF, marker] + ByteBuilder.big(UInt16(content.count + 2)) + content
  }

  /// - Parameter chunks: what stands between IHDR and IDAT.
  static func png(
    _ chunks: [[UInt8]] = [], width: UInt32 = 40, height: UInt32 = 30, colorType: UInt8 = 6
  ) -> [UInt8] {
    let header = chunk("IHDR", ByteBuilder.big(width, height) + [8, colorType, 0, 0, 0])
    let end: [UInt8] = [0, 0, 0, 0, 0x49, 0x45, 0x4E, 0x44, 0xAE, 0x42, 0x60, 0x82]
    return [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A] + header + chunks.flatMap(\.self)
      + chunk("IDAT", [1, 2, 3]) + end
  }

  /// A chunk whose checksum is 0: header readers do not verify it.
  static func chunk(_ type: String, _ content: [UInt8]) -> [UInt8] {
    ByteBuilder.big(UInt32(content.count)) + Array(type.utf8) + content + [0, 0, 0, 0]
  }

  static func text(_ keyword: String, _ text: String) -> [UInt8] {
    chunk("tEXt", Array("\(keyword)\0\(text)".utf8))
  }

  static func internationalText(_ keyword: String, _ text: String) -> [UInt8] {
    chunk("iTXt", Array("\(keyword)\0\0\0\0\0\(text)".utf8))
  }

  static func gif(frames: Int, loops: UInt16? = nil, dataSize: Int = 4) -> [UInt8] {
    var bytes = Array("GIF89a".utf8) + ByteBuilder.little(UInt16(40), UInt16(30)) + [0x80, 0, 0]
    bytes += [UInt8](repeating: 7, count: 6)
    if let loops {
      bytes += [0x21, 0xFF, 11] + Array("NETSCAPE2.0".utf8) + [3, 1] + ByteBuilder.little(loops)
      bytes += [0]
    }
    for _ in 0..<frames {
      bytes += [0x21, 0xF9, 4, 0, 10, 0, 0, 0]
      bytes += [0x2C, 0, 0, 0, 0, 40, 0, 30, 0, 0, 2]
      var rest = dataSize
      while rest > 0 {
        let length = min(rest, 255)
        bytes += [UInt8(length)] + [UInt8](repeating: 0x2C, count: length)
        rest -= length
      }
      bytes += [0]
    }
    return bytes + [0x3B]
  }

  static func webp(_ chunks: [(String, [UInt8])]) -> [UInt8] {
    var body = Array("WEBP".utf8)
    for (type, content) in chunks {
      body += Array(type.utf8) + ByteBuilder.little(UInt32(content.count)) + content
      if content.count & 1 == 1 { body.append(0) }
    }
    return Array("RIFF".utf8) + ByteBuilder.little(UInt32(body.count)) + body
  }

  /// The content of VP8X for a canvas of 40 x 30.
  static func webpCanvas(flags: UInt8) -> [UInt8] { [flags, 0, 0, 0, 39, 0, 0, 29, 0, 0] }
}
