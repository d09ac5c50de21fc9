/// Gives albums that were listed.
final class AlbumReader: AssetReader {
  private var albums: ArraySlice<AlbumAsset>

  private static let batchSize = 256

  init(_ albums: [AlbumAsset], in context: RunContext) {
    self.albums = albums[...]
    if context.progress.wantsTotal {
      context.progress.expect(items: context.progress.snapshot.totalItems + albums.count)
    }
  }

  var isAtEnd: Bool { albums.isEmpty }

  func next() -> PendingBatch? {
    guard !albums.isEmpty else { return nil }
    let batch = Array(albums.prefix(Self.batchSize))
    albums = albums.dropFirst(Self.batchSize)
    return PendingBatch { batch }
  }
}
