/// Metadata as PNG and JPEG XL store it: compressed, as hexadecimal digits, or both.
package enum PackedMetadata {
  /// The number of bytes that ``isPacked(_:)`` needs.
  package static let headSize = 4

  /// The names of JPEG XL's boxes that a box called `brob` may contain, compressed by Brotli
  /// (ISO/IEC 18181-2, 9.3).
  private static let boxes: [StaticString] = ["Exif", "xml "]

  /// Returns true if a block of EXIF or XMP begins as if packed; one that is stored plainly never
  /// does.
  package static func isPacked(_ start: some Collection<UInt8>) -> Bool {
    isPackedText(start) || isBox(start)
  }

  /// Returns a block of EXIF or XMP unpacked, up to `limit` bytes and without the introduction that
  /// it has in JPEG or JPEG XL; nil for one that is stored plainly.
  package static func unpacked(
    _ bytes: UnsafeRawBufferPointer, limit: Int
  ) -> ArraySlice<UInt8>? {
    guard isBox(bytes) else { return unpackedText(bytes, limit: limit) }
    var content = unpack(Array(bytes.dropFirst(4)), limit, by: Brotli.unpack)[...]
    if bytes[0] == UInt8(ascii: "E") {
      // The distance to EXIF's byte-order mark.
      let distance = content.prefix(4).reduce(0) { $0 << 8 | Int($1) }
      content = content.dropFirst(4).dropFirst(distance)
    }
    return withoutIntroduction(content)
  }

  /// Returns a text or a profile of a PNG unpacked, as ``unpacked(_:limit:)`` does.
  package static func unpackedText(
    _ bytes: UnsafeRawBufferPointer, limit: Int
  ) -> ArraySlice<UInt8>? {
    guard isPackedText(bytes) else { return nil }
    var content = Array(bytes)
    if Inflate.isStream(content) { content = unpack(content, limit, by: Inflate.unpack) }
    if HexProfile.begins(content) { content = unpack(content, limit, by: HexProfile.read) }
    return withoutIntroduction(content[...])
  }

  private static func isPackedText(_ start: some Collection<UInt8>) -> Bool {
    Inflate.isStream(start) || HexProfile.begins(start)
  }

  private static func isBox(_ start: some Collection<UInt8>) -> Bool {
    boxes.contains { name in
      start.starts(
        with: UnsafeBufferPointer(start: name.utf8Start, count: name.utf8CodeUnitCount))
    }
  }

  private static func withoutIntroduction(_ content: ArraySlice<UInt8>) -> ArraySlice<UInt8> {
    let introductions = ["Exif\0\0", "http://ns.adobe.com/xap/1.0/\0"]
    let found = introductions.first { content.starts(with: $0.utf8) }
    return content.dropFirst(found?.utf8.count ?? 0)
  }

  private static func unpack(
    _ bytes: [UInt8], _ limit: Int,
    by unpack: (UnsafeRawBufferPointer, UnsafeMutableRawBufferPointer) -> Int
  ) -> [UInt8] {
    [UInt8](unsafeUninitializedCapacity: limit) { buffer, count in
      count = bytes.withUnsafeBytes { unpack($0, UnsafeMutableRawBufferPointer(buffer)) }
    }
  }
}

extension HeaderWindow {
  /// The maximum size of packed metadata in bytes.
  private static let packedLimit = 512 << 10

  /// Returns a window over a block of EXIF or XMP unpacked, of which the window's capacity is kept;
  /// nil for a block that is stored plainly.
  package mutating func unpacked(_ range: ByteRange) throws(MediaError) -> HeaderWindow? {
    guard
      let head = try value(at: range.offset, count: PackedMetadata.headSize),
      PackedMetadata.isPacked(head.buffer)
    else { return nil }
    let content =
      try withContent(range, limit: Self.packedLimit) {
        PackedMetadata.unpacked($0, limit: Self.capacity)
      } ?? nil
    return HeaderWindow { target in
      let content = (content ?? []).prefix(target.count)
      target.copyBytes(from: content)
      return content.count
    }
  }
}
