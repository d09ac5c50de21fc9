/// Gives files that were named one by one.
final class NamedFilesReader: AssetReader {
  private var paths: ArraySlice<[UInt8]>
  private let headers: HeaderReaderPool

  init(_ paths: [[UInt8]], headers: HeaderReaderPool) {
    self.paths = paths[...]
    self.headers = headers
  }

  var isAtEnd: Bool { paths.isEmpty }

  func next() -> PendingBatch? {
    guard !paths.isEmpty else { return nil }
    let piece = paths.prefix(256)
    paths.removeFirst(piece.count)
    let headers = headers
    return PendingBatch { piece.map { FileAsset(path: $0, headers: headers) } }
  }
}
