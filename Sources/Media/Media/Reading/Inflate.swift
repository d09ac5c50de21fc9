internal import CZlib

/// Unpacks a zlib stream (RFC 1950 and 1951) into memory of a fixed size.
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
    guard isStream(source), source.count > 2 else { return 0 }
    // Without the header and the checksum, which are wrong more often than the data.
    let packed = UnsafeRawBufferPointer(rebasing: source[2...])
    return czlib_inflate(packed.baseAddress, packed.count, target.baseAddress, target.count)
  }
}
