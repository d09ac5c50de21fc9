/// Metadata as formats wrap it: compressed, as hexadecimal digits, and colour profiles.
enum WrappedFixture {
  /// A zlib stream of blocks that are stored as they are; its checksum is left out.
  static func zlib(_ content: [UInt8], blockSize: Int = 700) -> [UInt8] {
    var stream: [UInt8] = [0x78, 0x01]
    var rest = content[...]
    repeat {
      let block = rest.prefix(blockSize)
      rest = rest.dropFirst(blockSize)
      let count = UInt16(block.count)
      stream += [rest.isEmpty ? 1 : 0] + ByteBuilder.little(count, ~count) + block
    } while !rest.isEmpty
    return stream
  }

  /// A Brotli stream of blocks that are stored as they are (RFC 7932, section 9.2), with a window of
  /// 64 KiB.
  static func brotli(_ content: [UInt8], blockSize: Int = 1 << 16) -> [UInt8] {
    var stream: [UInt8] = []
    var rest = content[...]
    while !rest.isEmpty {
      let block = rest.prefix(blockSize)
      rest = rest.dropFirst(blockSize)
      // Not the last block; four digits for the length; stored. The first has the window before it.
      let head = UInt32(block.count - 1) << 3 | 1 << 19
      stream += ByteBuilder.little(stream.isEmpty ? head << 1 : head).prefix(3) + block
    }
    return stream + [stream.isEmpty ? 0x06 : 0x03]
  }

  /// A box of JPEG XL that holds another one, compressed.
  static func packedBox(_ type: String, _ content: [UInt8]) -> [UInt8] {
    ISOFixture.box("brob", Array(type.utf8) + brotli(content))
  }

  /// The form of ImageMagick: a name, a number, and lines of 72 digits.
  static func digits(_ content: [UInt8], name: String) -> String {
    var text = "\n\(name)\n    \(content.count)\n"
    for (index, byte) in content.enumerated() {
      text += String(byte >> 4, radix: 16) + String(byte & 15, radix: 16)
      if index % 36 == 35 { text += "\n" }
    }
    return text + "\n"
  }

  static func compressedText(_ keyword: String, _ text: [UInt8]) -> [UInt8] {
    RasterFixture.chunk("zTXt", Array("\(keyword)\0\0".utf8) + zlib(text))
  }

  static func compressedInternationalText(_ keyword: String, _ text: [UInt8]) -> [UInt8] {
    RasterFixture.chunk("iTXt", Array("\(keyword)\0\u{1}\0\0\0".utf8) + zlib(text))
  }

  /// A profile of version 2, its name in ASCII; of version 4, in UTF-16, a German name in front.
  static func profile(named name: String, version: UInt8) -> [UInt8] {
    var head = [UInt8](repeating: 0, count: 128)
    head[8] = version
    head.replaceSubrange(16..<20, with: "RGB ".utf8)
    head.replaceSubrange(36..<40, with: "acsp".utf8)
    let text = version == 2 ? plainName(name) : localizedName(name)
    return head + ByteBuilder.big(UInt32(2)) + Array("cprt".utf8)
      + ByteBuilder.big(UInt32(156), UInt32(0)) + Array("desc".utf8)
      + ByteBuilder.big(UInt32(156), UInt32(text.count)) + text
  }

  private static func plainName(_ name: String) -> [UInt8] {
    Array("desc".utf8) + ByteBuilder.big(UInt32(0), UInt32(name.utf8.count + 1)) + Array(name.utf8)
      + [UInt8](repeating: 0, count: 79)
  }

  private static func localizedName(_ name: String) -> [UInt8] {
    let german = "Bildschirm".utf16.flatMap { ByteBuilder.big($0) }
    let english = name.utf16.flatMap { ByteBuilder.big($0) }
    return Array("mluc".utf8) + ByteBuilder.big(UInt32(0), 2, 12) + Array("deDE".utf8)
      + ByteBuilder.big(UInt32(german.count), 40) + Array("enUS".utf8)
      + ByteBuilder.big(UInt32(english.count), UInt32(40 + german.count)) + german + english
  }

  /// The APP2 segment of a profile.
  static func profileSegment(_ profile: [UInt8]) -> [UInt8] {
    RasterFixture.segment(0xE2, Array("ICC_PROFILE\0\u{1}\u{1}".utf8) + profile)
  }

  /// A JPEG with segments between its start and its frame.
  static func jpeg(_ segments: [UInt8]...) -> [UInt8] {
    let plain = RasterFixture.jpeg()
    return plain[..<2] + segments.flatMap(\.self) + plain[2...]
  }
}
