internal import CSystem
package import Decoding
internal import Platform

/// A picture that is being made for the cache, where it appears complete or not at all. Confined to
/// the thread that began it. Without a commit, deallocation removes it.
package final class PendingThumbnail {
  /// An empty file, open for reading and writing, for the decoder to write into.
  package var descriptor: Int32 { file.descriptor }
  private let file: PartialFile
  private let folder: PrivateFolder
  private let began: timespec
  private let target: Target

  struct Target {
    let name: String
    let format: PictureFormat
    /// The name for a picture that becomes a PNG to keep transparency; nil if none may.
    var transparentName: String?
    /// The original that a shared thumbnail describes; nil for one in shotflow's own folder.
    let original: ThumbnailOriginal?
    let readers: HeaderReaderPool
    /// Called with the number of bytes added to the folder.
    let onCommit: (Int64) -> Void
  }

  init(_ target: Target, in folder: PrivateFolder) throws(FileProblem) {
    // The clock is read before the original: the picture may lack later changes.
    var now = timespec()
    clock_gettime(CLOCK_REALTIME, &now)
    file = try folder.begin()
    self.folder = folder
    self.target = target
    began = now
  }

  /// Moves the picture to its path, atomically, if its header agrees with the decoder's answer;
  /// `keptAlpha` is true if it became a PNG to keep transparency. Throws ``FileProblem`` if it is
  /// no complete picture of that size, or can't be moved.
  package func commit(
    size: PictureSize, keptAlpha: Bool = false
  ) throws(FileProblem) -> CachedThumbnail {
    let format = keptAlpha ? .png : target.format
    guard let name = keptAlpha ? target.transparentName : target.name else {
      throw FileProblem("the decoder wrote no such picture")
    }
    guard let status = FileStatus(descriptor: descriptor) else { throw FileProblem(error: errno) }
    // The decoder can still write to the file that it was given.
    let copy = try file.copy(status.size, mode: PrivateFolder.fileMode)
    withUnsafePointer(to: (began, began)) { pair in
      _ = pair.withMemoryRebound(to: timespec.self, capacity: 2) {
        futimens(copy.descriptor, $0)
      }
    }
    let written = try OpenFile(copying: copy.descriptor)
    guard PictureCompleteness.size(of: written, as: format, target.readers) == size,
      tellsOfOriginal(written)
    else { throw FileProblem("the decoder wrote no such picture") }
    try copy.replace(name)
    target.onCommit(written.status.size)
    return CachedThumbnail(
      path: Array((folder.path + "/" + name).utf8), size: size,
      byteCount: written.status.size, format: format)
  }

  private func tellsOfOriginal(_ file: OpenFile) -> Bool {
    guard let original = target.original else { return true }
    guard let header = ThumbnailHeader(descriptor: file.descriptor) else { return false }
    return original.isNamed(by: header)
  }
}
