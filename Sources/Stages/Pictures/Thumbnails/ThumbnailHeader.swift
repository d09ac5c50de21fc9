internal import CSystem
internal import Decoding

/// The description in a thumbnail, a PNG, of itself and its original. The file is untrusted: the
/// number of chunks and the length of texts are limited.
struct ThumbnailHeader {
  private(set) var size: PictureSize
  /// `Thumb::URI`: the original's URI; nil without one.
  private(set) var uri: [UInt8]?
  /// `Thumb::MTime`: the original's modification time, in seconds since 1970; nil without one.
  private(set) var modified: Int64?
  /// `Thumb::Size`: the original's size in bytes; nil without one.
  private(set) var byteCount: Int64?
  /// The raw value of the reason in a ``ThumbnailFailureRecord``; nil in a thumbnail.
  private(set) var failureReason: Int64?
  /// The message in a ``ThumbnailFailureRecord``; nil in a thumbnail.
  private(set) var failureMessage: String?

  /// The size in bytes of the buffer for a chunk: a URI has at most three times a path's length.
  private static let window = 16 << 10
  private static let chunkLimit = 64
  private static let signature: [UInt8] = [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A]
  private static let ihdr: UInt32 = 0x4948_4452
  private static let idat: UInt32 = 0x4944_4154
  private static let text: UInt32 = 0x7445_5874

  /// Reads a PNG; nil for another file, or one that can't be read.
  init?(descriptor: Int32) {
    let header = withUnsafeTemporaryAllocation(byteCount: Self.window, alignment: 8) { buffer in
      Self.read(descriptor, buffer)
    }
    guard let header else { return nil }
    self = header
  }

  private init(size: PictureSize) {
    self.size = size
  }

  private static func read(
    _ descriptor: Int32, _ buffer: UnsafeMutableRawBufferPointer
  ) -> ThumbnailHeader? {
    var start: Int64 = 0
    var loaded = load(descriptor, at: 0, buffer)
    guard loaded.count >= 33, loaded.starts(with: signature), big32(loaded, 12) == ihdr,
      let width = Int32(exactly: big32(loaded, 16)), width > 0,
      let height = Int32(exactly: big32(loaded, 20)), height > 0
    else { return nil }
    var header = ThumbnailHeader(size: PictureSize(width: width, height: height))
    // After the signature of 8 bytes, the header's chunk has 13 bytes with 12 around them.
    var place: Int64 = 33
    for _ in 0..<chunkLimit {
      if place - start > loaded.count - 8 {
        (start, loaded) = (place, load(descriptor, at: place, buffer))
        if loaded.count < 8 { return header }
      }
      let (length, type) = (
        Int(big32(loaded, Int(place - start))), big32(loaded, Int(place - start) + 4)
      )
      if type == idat { return header }
      if type == text, length <= window - 8 {
        if Int(place - start) + 8 + length > loaded.count {
          (start, loaded) = (place, load(descriptor, at: place, buffer))
        }
        let first = Int(place - start) + 8
        if first + length <= loaded.count {
          header.take(UnsafeRawBufferPointer(rebasing: loaded[first..<first + length]))
        }
      }
      place += 12 + Int64(length)
    }
    return header
  }

  private static func load(
    _ descriptor: Int32, at place: Int64, _ buffer: UnsafeMutableRawBufferPointer
  ) -> UnsafeRawBufferPointer {
    let count = csystem_read_at(descriptor, buffer.baseAddress, buffer.count, place)
    return UnsafeRawBufferPointer(rebasing: buffer[..<max(0, count)])
  }

  private static func big32(_ bytes: UnsafeRawBufferPointer, _ place: Int) -> UInt32 {
    UInt32(bigEndian: bytes.loadUnaligned(fromByteOffset: place, as: UInt32.self))
  }

  /// Stores the text of a chunk: a keyword, a NUL, and the text.
  private mutating func take(_ chunk: UnsafeRawBufferPointer) {
    guard let end = chunk.firstIndex(of: 0) else { return }
    let value = chunk[(end + 1)...]
    switch String(decoding: chunk[..<end], as: UTF8.self) {
    case "Thumb::URI": uri = Array(value)
    case "Thumb::MTime": modified = Self.seconds(value)
    case "Thumb::Size": byteCount = Self.seconds(value)
    case ThumbnailFailureRecord.reasonKeyword: failureReason = Self.seconds(value)
    case ThumbnailFailureRecord.messageKeyword:
      failureMessage = String(decoding: value, as: UTF8.self)
    default: break
    }
  }

  /// Returns a number without its fraction, which some programs write; nil for other texts.
  private static func seconds(_ text: Slice<UnsafeRawBufferPointer>) -> Int64? {
    let whole = text.prefix { $0 != UInt8(ascii: ".") }
    return whole.count <= 20 ? Int64(String(decoding: whole, as: UTF8.self)) : nil
  }
}
