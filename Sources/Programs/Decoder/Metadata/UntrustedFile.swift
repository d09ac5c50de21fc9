internal import Decoding
internal import Media
internal import Platform

/// Untrusted bytes that are read by offset: an open file, or data unpacked from one.
struct UntrustedFile {
  private let descriptor: Int32
  /// The unpacked bytes; nil to read the descriptor.
  private let content: [UInt8]?
  /// The number of bytes that the file had when it was opened.
  let size: Int64

  init(_ descriptor: Int32) throws(DecodeProblem) {
    // The C library implements fstat with a call that takes paths, which the jail refuses.
    let end = lseek(descriptor, 0, SEEK_END)
    guard end >= 0 else { throw DecodeProblem(.damaged, "the file can't be read") }
    self.descriptor = descriptor
    content = nil
    size = Int64(end)
  }

  private init(_ content: [UInt8]) {
    descriptor = -1
    self.content = content
    size = Int64(content.count)
  }

  /// Returns the file and the range with the content of `range` unpacked, up to `limit` bytes: PNG
  /// and JPEG XL store metadata compressed, as hexadecimal digits, or both. Content that is not
  /// packed is left as it is.
  func plain(_ range: ByteRange, limit: Int) -> (file: UntrustedFile, range: ByteRange) {
    guard let head = bytes(at: range.offset, count: PackedMetadata.headSize),
      PackedMetadata.isPacked(head), let kept = bytes(range, limit: limit),
      let unpacked = kept.withUnsafeBytes({ PackedMetadata.unpacked($0, limit: limit) })
    else { return (self, range) }
    let content = UntrustedFile(Array(unpacked))
    return (content, ByteRange(offset: 0, count: content.size))
  }

  /// The places of metadata in the file, which is a JPEG.
  var jpegMetadata: JPEGMetadata { JPEGMetadata(descriptor: descriptor, size: size) }

  /// Returns a window on the bytes, to read structures in them.
  func window() throws(MediaError) -> HeaderWindow {
    if let content {
      return HeaderWindow(limit: content.count) { target in
        target.copyBytes(from: content)
        return content.count
      }
    }
    var window = HeaderWindow()
    try window.open(descriptor: descriptor, size: size)
    return window
  }

  /// Returns the bytes at an offset, or nil if the file does not contain all of them.
  func bytes(at offset: Int64, count: Int) -> [UInt8]? {
    guard offset >= 0, count >= 0, offset <= size, Int64(count) <= size - offset else {
      return nil
    }
    if let content { return Array(content[Int(offset)..<Int(offset) + count]) }
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

  /// Returns the bytes of a range, or nil if they are more than `limit` or not in the file.
  func bytes(_ range: ByteRange, limit: Int) -> [UInt8]? {
    guard range.count >= 0, range.count <= Int64(limit) else { return nil }
    return bytes(at: range.offset, count: Int(range.count))
  }
}
