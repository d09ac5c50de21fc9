internal import Decoding
internal import Media
internal import Platform

/// An open file, read by places; its bytes are nobody's promise.
struct InputFile {
  private let descriptor: Int32
  /// The number of bytes that the file had when it was opened.
  let size: Int64

  init(_ descriptor: Int32) throws(DecodeProblem) {
    // The C library makes fstat from a call that takes paths, which the jail refuses.
    let end = lseek(descriptor, 0, SEEK_END)
    guard end >= 0 else { throw DecodeProblem(.damaged, "the file can't be read") }
    self.descriptor = descriptor
    size = Int64(end)
  }

  /// The bytes at a place, or nil when the file does not hold all of them.
  func bytes(at offset: Int64, count: Int) -> [UInt8]? {
    guard offset >= 0, count >= 0, offset <= size, Int64(count) <= size - offset else {
      return nil
    }
    let bytes = [UInt8](unsafeUninitializedCapacity: count) { buffer, filled in
      while filled < count {
        let read = pread(
          descriptor, buffer.baseAddress.map { $0 + filled }, count - filled,
          off_t(offset) + off_t(filled))
        if read < 0, errno == EINTR { continue }
        if read <= 0 { break }
        filled += read
      }
    }
    return bytes.count == count ? bytes : nil
  }

  /// The bytes of a range, or nil when they are more than `limit` or not in the file.
  func bytes(_ range: ByteRange, limit: Int) -> [UInt8]? {
    guard range.count >= 0, range.count <= Int64(limit) else { return nil }
    return bytes(at: range.offset, count: Int(range.count))
  }
}
