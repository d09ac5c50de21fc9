/// Metadata as PNG stores it: compressed, as hexadecimal digits, or both.
package enum PackedMetadata {
  /// Returns true if content begins as if packed; content that is stored plainly never does.
  package static func isPacked(_ start: some Collection<UInt8>) -> Bool {
    Inflate.isStream(start) || HexProfile.begins(start)
  }

  /// Returns the content unpacked, up to `limit` bytes and without the introduction that it has in
  /// JPEG; nil for content that is stored plainly.
  package static func unpacked(
    _ bytes: UnsafeRawBufferPointer, limit: Int
  ) -> ArraySlice<UInt8>? {
    guard isPacked(bytes) else { return nil }
    var content = Array(bytes)
    if Inflate.isStream(content) { content = unpack(content, limit, by: Inflate.unpack) }
    if HexProfile.begins(content) { content = unpack(content, limit, by: HexProfile.read) }
    let introductions = ["Exif\0\0", "http://ns.adobe.com/xap/1.0/\0"]
    let start = introductions.first { content.starts(with: $0.utf8) }?.utf8.count ?? 0
    return content[start...]
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
