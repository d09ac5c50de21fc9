internal import Decoding

/// Stores pictures in the thumbnail cache, where the next run finds them.
final class CacheDestination: PictureDestination {
  private let cache: ThumbnailCache
  private(set) var problem: OutputProblem?

  init(_ cache: ThumbnailCache) {
    self.cache = cache
  }

  var usualFormat: PictureFormat? { nil }

  func existing(_ key: ThumbnailKey) throws(DecodeProblem) -> LoadedImage? {
    if let hit = cache.lookup(key) {
      return LoadedImage(
        place: .file(path: hit.path), size: hit.size,
        uniformTypeIdentifier: hit.format.uniformTypeIdentifier, byteCount: hit.byteCount,
        origin: .cache)
    }
    if let problem = cache.failure(of: key) { throw problem }
    return nil
  }

  func begin(
    _ key: ThumbnailKey, name: [UInt8], isDegraded: Bool
  ) throws(FileProblem) -> any PendingPicture {
    do {
      return Pending(try cache.begin(key))
    } catch {
      problem = .notWritable(
        "the cache can't keep pictures: \"\(cache.path)\": \(error.reason); name a folder for them: "
          + "--out FOLDER")
      throw error
    }
  }

  func texts(for key: ThumbnailKey) -> [PictureText] { cache.texts(for: key) }

  func source(for key: ThumbnailKey, minimum: PictureSize) -> ThumbnailSource? {
    cache.source(for: key, minimum: minimum)
  }

  func remember(_ problem: DecodeProblem, of key: ThumbnailKey) {
    cache.remember(problem, of: key)
  }

  private final class Pending: PendingPicture {
    private let thumbnail: PendingThumbnail

    init(_ thumbnail: PendingThumbnail) {
      self.thumbnail = thumbnail
    }

    var descriptor: Int32 { thumbnail.descriptor }

    func commit(_ decoded: DecodedPicture) throws -> LoadedImage.Place {
      .file(path: try thumbnail.commit(size: decoded.size, keptAlpha: decoded.keptAlpha).path)
    }
  }
}
