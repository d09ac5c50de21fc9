internal import CSystem
internal import Platform

/// A comparison of files byte by byte that reuses its buffers; confined to one worker.
package final class ContentComparison {
  private static let blockSize = 128 * 1024
  private let blocks = UnsafeMutableRawPointer.allocate(byteCount: 2 * blockSize, alignment: 4096)

  package init() {}

  deinit {
    blocks.deallocate()
  }

  /// Returns true if two files have the same bytes; throws ``FileProblem`` for an unreadable one.
  package func areEqual(_ left: OpenFile, _ right: OpenFile) throws(FileProblem) -> Bool {
    if left.status.device == right.status.device, left.status.inode == right.status.inode {
      return true
    }
    guard left.status.size == right.status.size else { return false }
    let other = blocks + Self.blockSize
    var offset: Int64 = 0
    while offset < left.status.size {
      let mine = csystem_read_at(left.descriptor, blocks, Self.blockSize, offset)
      let theirs = csystem_read_at(right.descriptor, other, Self.blockSize, offset)
      if mine < 0 || theirs < 0 { throw FileProblem(error: errno) }
      guard mine == theirs, mine > 0, memcmp(blocks, other, mine) == 0 else { return false }
      offset += Int64(mine)
    }
    return true
  }
}
