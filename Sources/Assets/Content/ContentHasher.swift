internal import CCrypto
internal import Platform

/// Hashes the bytes of a file, from its first to its last.
package enum ContentHasher {
  /// As fast as a larger one.
  private static let blockSize = 64 * 1024

  /// - Parameter progress: is told of the bytes that were read, and may end it.
  /// - Throws: ``FileProblem`` when reading fails, or it was ended.
  package static func digest(
    _ algorithm: DigestAlgorithm, of file: OpenFile, _ progress: ItemProgress
  ) throws(FileProblem) -> ContentDigest {
    let block = UnsafeMutableRawBufferPointer.allocate(byteCount: blockSize, alignment: 64)
    defer { block.deallocate() }
    let hash = try HashState(algorithm)
    var offset: Int64 = 0
    while true {
      if progress.isCancelled { throw FileProblem("interrupted") }
      let count = pread(file.descriptor, block.baseAddress, block.count, off_t(offset))
      if count < 0 {
        if errno == EINTR { continue }
        throw FileProblem(error: errno)
      }
      if count == 0 { break }
      hash.update(UnsafeRawBufferPointer(rebasing: block[..<count]))
      offset += Int64(count)
      progress.complete(Int64(count))
      // All that the file had, and no more: nobody has to be asked again.
      if count < block.count, offset == file.status.size { break }
    }
    return try hash.finish()
  }
}
