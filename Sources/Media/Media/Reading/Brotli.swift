internal import CBrotli

/// An unpacker of Brotli streams (RFC 7932) into memory of a fixed size, which needs at most 16 MiB
/// besides. Data that is damaged, truncated or larger than the target ends early.
package enum Brotli {
  /// Unpacks a stream, and returns the number of unpacked bytes.
  package static func unpack(
    _ source: UnsafeRawBufferPointer, into target: UnsafeMutableRawBufferPointer
  ) -> Int {
    guard let decoder = BrotliDecoderCreateInstance(nil, nil, nil) else { return 0 }
    defer { BrotliDecoderDestroyInstance(decoder) }
    var (sourceLeft, targetLeft) = (source.count, target.count)
    var next = source.bindMemory(to: UInt8.self).baseAddress
    var end = target.bindMemory(to: UInt8.self).baseAddress
    _ = BrotliDecoderDecompressStream(decoder, &sourceLeft, &next, &targetLeft, &end, nil)
    return target.count - targetLeft
  }
}
