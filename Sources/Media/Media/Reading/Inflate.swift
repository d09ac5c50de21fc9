internal import CZlib

/// An unpacker of zlib streams (RFC 1950 and 1951) into memory of a fixed size.
///
///     let count = Inflate.unpack(packed, into: target)
///
/// Data that is damaged, truncated or larger than the target ends early: the bytes before are kept.
package enum Inflate {
  /// Returns true if the bytes begin like a zlib stream: deflate, and a header divisible by 31.
  package static func isStream(_ bytes: some Collection<UInt8>) -> Bool {
    guard let method = bytes.first, let flags = bytes.dropFirst().first else { return false }
    return method & 0x0F == 8 && (UInt16(method) << 8 | UInt16(flags)) % 31 == 0
      && flags & 0x20 == 0
  }

  /// Unpacks a stream.
  ///
  /// - Returns: the number of unpacked bytes; 0 for data that is not a zlib stream.
  package static func unpack(
    _ source: UnsafeRawBufferPointer, into target: UnsafeMutableRawBufferPointer
  ) -> Int {
    var stream = z_stream()
    // Without the header and the checksum, which are wrong more often than the data.
    guard isStream(source),
      inflateInit2_(&stream, -MAX_WBITS, ZLIB_VERSION, Int32(MemoryLayout<z_stream>.size)) == Z_OK
    else { return 0 }
    defer { inflateEnd(&stream) }
    let packed = source.bindMemory(to: UInt8.self)
    stream.next_in = UnsafeMutablePointer(mutating: packed.baseAddress)?.advanced(by: 2)
    stream.avail_in = UInt32(clamping: packed.count - 2)
    stream.next_out = target.bindMemory(to: UInt8.self).baseAddress
    stream.avail_out = UInt32(clamping: target.count)
    _ = inflate(&stream, Z_FINISH)
    return Int(stream.total_out)
  }
}
