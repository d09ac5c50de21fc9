#if canImport(Glibc)
  internal import Glibc
#elseif canImport(Darwin)
  internal import Darwin
#endif

/// Compares two files byte by byte.
enum ContentComparison {
  private static let blockSize = 128 * 1024

  /// - Throws: ``FileProblem`` when one of them can't be read.
  static func areEqual(
    _ left: OpenFile, _ right: OpenFile
  ) throws(FileProblem) -> Bool {
    if left.status.device == right.status.device, left.status.inode == right.status.inode {
      return true
    }
    let blocks = UnsafeMutableRawPointer.allocate(byteCount: 2 * blockSize, alignment: 4096)
    defer { blocks.deallocate() }
    var offset: Int64 = 0
    while offset < left.status.size {
      let mine = pread(left.descriptor, blocks, blockSize, off_t(offset))
      let theirs = pread(right.descriptor, blocks + blockSize, blockSize, off_t(offset))
      if mine < 0 || theirs < 0 { throw FileProblem(error: errno) }
      guard mine == theirs, mine > 0, memcmp(blocks, blocks + blockSize, mine) == 0 else {
        return false
      }
      offset += Int64(mine)
    }
    return true
  }
}
