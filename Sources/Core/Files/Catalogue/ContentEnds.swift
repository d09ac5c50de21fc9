internal import CSystem
internal import Platform

/// The first and last 4 KiB of a file.
package enum ContentEnds {
  private static let size = 4096

  /// Returns the checksum of both ends, or of the whole of a small file. The catalogue stores it:
  /// another algorithm needs another version of its pages.
  package static func sum(of file: OpenFile) throws(FileProblem) -> UInt64 {
    let buffer = UnsafeMutableRawBufferPointer.allocate(byteCount: 2 * size, alignment: 8)
    defer { buffer.deallocate() }
    let length = file.status.size
    var count: Int
    if length <= Int64(2 * size) {
      count = try read(file, at: 0, Int(length), into: buffer, at: 0)
    } else {
      count = try read(file, at: 0, size, into: buffer, at: 0)
      count += try read(file, at: length - Int64(size), size, into: buffer, at: count)
    }
    return sum(of: UnsafeRawBufferPointer(rebasing: buffer[..<count]))
  }

  private static func read(
    _ file: OpenFile, at offset: Int64, _ wanted: Int, into buffer: UnsafeMutableRawBufferPointer,
    at start: Int
  ) throws(FileProblem) -> Int {
    guard let base = buffer.baseAddress else { return 0 }
    let count = csystem_read_at(file.descriptor, base + start, wanted, offset)
    guard count >= 0 else { throw FileProblem(error: errno) }
    return count
  }

  /// Mixes eight bytes at a time by multiplying and shifting; equal sums lead to a full comparison.
  private static func sum(of bytes: UnsafeRawBufferPointer) -> UInt64 {
    var mixed: UInt64 = 0x9E37_79B9_7F4A_7C15
    var index = 0
    while index + 8 <= bytes.count {
      mixed ^= bytes.loadUnaligned(fromByteOffset: index, as: UInt64.self)
      mixed &*= 0x9E37_79B9_7F4A_7C15
      mixed ^= mixed >> 29
      index += 8
    }
    while index < bytes.count {
      mixed = (mixed ^ UInt64(bytes[index])) &* 0x100_0000_01B3
      index += 1
    }
    return mixed
  }
}
