internal import Platform

/// Borrowed bytes of a header, read by offset. Reading past the end returns zero: a wrong length
/// can cause a wrong fact, but never a trap or a read outside the buffer. Valid until the
/// `HeaderWindow` that returned it loads again.
package struct Bytes {
  private let start: UnsafeRawPointer
  package let count: Int

  package init(start: UnsafeRawPointer, count: Int) {
    self.start = start
    self.count = count
  }

  package var buffer: UnsafeRawBufferPointer { UnsafeRawBufferPointer(start: start, count: count) }

  @inline(__always)
  private func load<Value: FixedWidthInteger & BitwiseCopyable>(
    _ offset: Int, as type: Value.Type
  ) -> Value {
    guard offset >= 0, offset <= count &- MemoryLayout<Value>.size else { return 0 }
    return start.loadUnaligned(fromByteOffset: offset, as: type)
  }

  @inline(__always) package func byte(_ offset: Int) -> UInt8 { load(offset, as: UInt8.self) }
  @inline(__always) package func big16(_ offset: Int) -> UInt16 {
    load(offset, as: UInt16.self).bigEndian
  }
  @inline(__always) package func big32(_ offset: Int) -> UInt32 {
    load(offset, as: UInt32.self).bigEndian
  }
  @inline(__always) package func big64(_ offset: Int) -> UInt64 {
    load(offset, as: UInt64.self).bigEndian
  }
  @inline(__always) package func little16(_ offset: Int) -> UInt16 {
    load(offset, as: UInt16.self).littleEndian
  }
  @inline(__always) package func little32(_ offset: Int) -> UInt32 {
    load(offset, as: UInt32.self).littleEndian
  }
  @inline(__always) package func little64(_ offset: Int) -> UInt64 {
    load(offset, as: UInt64.self).littleEndian
  }

  /// Returns a little-endian number of three bytes, as for WebP's canvas size.
  package func little24(_ offset: Int) -> UInt32 {
    UInt32(little16(offset)) | UInt32(byte(offset &+ 2)) << 16
  }

  /// Returns a big-endian number of three bytes, as in sizes and times of MPEG, Flash and Theora.
  package func big24(_ offset: Int) -> UInt32 {
    UInt32(big16(offset)) << 8 | UInt32(byte(offset &+ 2))
  }

  /// Returns the bytes from `offset` on, at most `limit`; empty past the end.
  package func slice(from offset: Int, limit: Int = .max) -> Bytes {
    let first = min(max(offset, 0), count)
    return Bytes(start: start + first, count: max(0, min(limit, count &- first)))
  }

  package func has(_ text: StaticString, at offset: Int) -> Bool {
    let length = text.utf8CodeUnitCount
    guard offset >= 0, offset <= count &- length else { return false }
    for index in 0..<length where byte(offset &+ index) != text.utf8Start[index] { return false }
    return true
  }

  package func firstIndex(of wanted: UInt8, from offset: Int) -> Int? {
    guard offset >= 0, offset < count,
      let found = memchr(start + offset, Int32(wanted), count &- offset)
    else { return nil }
    return UnsafeRawPointer(found) - start
  }
}
