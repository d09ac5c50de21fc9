internal import CCrypto
internal import Platform

/// Computes hashes of content.
package enum ContentHasher {
  /// Returns the hash of bytes in memory.
  package static func digest(
    _ algorithm: DigestAlgorithm, of bytes: [UInt8]
  ) throws(FileProblem) -> ContentDigest {
    let hash = try HashState(algorithm)
    bytes.withUnsafeBytes { hash.update($0) }
    return try hash.finish()
  }

  /// The number of bytes to read at once. Larger blocks are not faster.
  private static let blockSize = 64 * 1024

  /// Returns the hash of a file's bytes.
  ///
  /// - Parameter progress: counts the bytes that were read, and may cancel the hashing.
  /// - Throws: ``FileProblem`` when reading fails, or it was cancelled.
  package static func digest(
    _ algorithm: DigestAlgorithm, of file: OpenFile, _ progress: ItemProgress
  ) throws(FileProblem) -> ContentDigest {
    // The GNU C library does not reuse blocks of a greater alignment for each other: every file would
    // take memory of its own.
    let block = UnsafeMutableRawBufferPointer.allocate(byteCount: blockSize, alignment: 16)
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
      // The whole file was read, so another read to see its end is saved.
      if count < block.count, offset == file.status.size { break }
    }
    return try hash.finish()
  }
}
