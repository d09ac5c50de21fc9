internal import CSystem
internal import Platform

extension PartialFile {
  /// Lets the system begin to write the file to its disk, without waiting for that.
  func beginFlush() { csystem_begin_flush(descriptor) }

  /// Writes the file to its disk, and reads it back from there: past the system's memory, where the
  /// system allows that.
  ///
  /// - Parameter digest: the hash of the content that the file was to get.
  /// - Throws: ``FileProblem`` if the file has another one, or can't be written or read.
  func verify(_ digest: ContentDigest, until cancellation: Cancellation?) throws(FileProblem) {
    try PrivateFolder.sync(descriptor)
    let file = try OpenFile(copying: descriptor)
    file.forgetCachedContent()
    let progress = ItemProgress(cancellation: cancellation)
    guard try ContentHasher.digest(digest.algorithm, of: file, progress) == digest else {
      throw FileProblem(
        "its copy differed from it when it was read back, and was removed; check the disks and"
          + " cables, and copy it again")
    }
  }
}
