internal import CSystem
package import Decoding

#if canImport(Glibc)
  internal import Glibc
#elseif canImport(Darwin)
  internal import Darwin
#endif

/// A picture that is being made for the cache: under a name of its own, until it is whole.
///
/// Confined to the thread that began it. One that is not committed is gone with this object.
package final class PendingThumbnail {
  /// An empty file, open for reading and writing, for the decoder to write into.
  package let descriptor: Int32
  private let folder: PrivateFolder
  private let partialName: String
  private let began: timespec
  private let target: Target
  private var isPlaced = false

  /// What the picture is to become.
  struct Target {
    let name: String
    let format: PictureFormat
    /// What a shared thumbnail has to say of its original; nil for one of shotflow's own.
    let original: ThumbnailOriginal?
    let readers: HeaderReaderPool
    /// Is told how many bytes came into the folder.
    let onCommit: (Int64) -> Void
  }

  init(_ target: Target, in folder: PrivateFolder) throws(FileProblem) {
    // The moment is taken before the original is read: what is written later is not in the picture.
    var now = timespec()
    clock_gettime(CLOCK_REALTIME, &now)
    (descriptor, partialName) = try folder.makePartialFile()
    self.folder = folder
    self.target = target
    began = now
  }

  deinit {
    close(descriptor)
    if !isPlaced { folder.remove(partialName) }
  }

  /// Puts the picture into its place, in one step, if its header says what the decoder said.
  ///
  /// - Throws: ``FileProblem`` if the file is no whole picture of that size, or can't be placed.
  package func commit(size: PictureSize) throws(FileProblem) -> CachedThumbnail {
    withUnsafePointer(to: (began, began)) { pair in
      _ = pair.withMemoryRebound(to: timespec.self, capacity: 2) { futimens(descriptor, $0) }
    }
    let file = try folder.open(partialName)
    guard WholePicture.size(of: file, as: target.format, target.readers) == size,
      tellsOfOriginal(file)
    else { throw FileProblem("the decoder wrote no such picture") }
    try folder.rename(partialName, to: target.name)
    isPlaced = true
    target.onCommit(file.status.size)
    return CachedThumbnail(
      path: Array((folder.path + "/" + target.name).utf8), size: size,
      byteCount: file.status.size, format: target.format)
  }

  private func tellsOfOriginal(_ file: OpenFile) -> Bool {
    guard let original = target.original else { return true }
    guard let header = ThumbnailHeader(descriptor: file.descriptor) else { return false }
    return original.isNamed(by: header)
  }
}
