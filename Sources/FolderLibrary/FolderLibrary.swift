internal import Platform

/// A folder of pictures, opened as a library.
final class FolderLibrary: Sendable {
  /// The absolute path, without links.
  let path: OwnedBytes
  /// The only files that exist for whoever asks; nil for all.
  let chosen: ChosenAssets?
  let pool = DirectoryPool(capacity: 256)
  let headers: HeaderReaderPool
  let sidecars: SidecarFiles
  let takeout: TakeoutRecognition
  private let rootHandle: DirectoryHandle

  /// - Parameters:
  ///   - chosen: the only files that there are; nil for all.
  ///   - decoders: who reads metadata.
  ///   - catalogue: what earlier runs read; nil to read everything.
  ///   - notices: who is told of sidecars that can't be read.
  /// - Throws: ``FileProblem`` when there is no such folder or it can't be read.
  init(
    path: String, chosen: ChosenAssets? = nil, decoders: DecoderPool? = nil,
    catalogue: Catalogue? = nil, notices: RunNotices = RunNotices()
  ) throws(FileProblem) {
    self.chosen = chosen
    sidecars = SidecarFiles(notices: notices)
    takeout = TakeoutRecognition(files: sidecars)
    headers = HeaderReaderPool(decoders: decoders, catalogue: catalogue)
    rootHandle = try DirectoryHandle(directory: AT_FDCWD, name: path, followsLink: true)
    guard let resolved = realpath(path, nil) else { throw FileProblem(error: errno) }
    defer { free(resolved) }
    let bytes = UnsafeRawBufferPointer(start: resolved, count: strlen(resolved))
    self.path = OwnedBytes(bytes)
  }

  var root: FolderDirectory { FolderDirectory(root: self, handle: rootHandle) }
}
