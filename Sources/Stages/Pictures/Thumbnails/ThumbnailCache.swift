package import Decoding
internal import Platform

/// The pictures that were made before: a folder of shotflow's own, and the one that programs share.
///
/// Pictures of exactly a standard size of the freedesktop Thumbnail Managing Standard are in
/// `$XDG_CACHE_HOME/thumbnails`, where file managers find them; all others in
/// `$XDG_CACHE_HOME/shotflow/thumbnails`, which is limited in size. Losing either costs only time.
/// Safe from any thread, and for several processes at once: a file appears complete or not at all,
/// by renaming, and a deleted one is made again.
///
/// ```swift
/// if let hit = cache.lookup(key) { return hit }
/// if let problem = cache.failure(of: key) { throw problem }
/// let pending = try cache.begin(key)
/// // The decoder writes `key.output`, with `cache.texts(for: key)`, into `pending.descriptor`.
/// return try pending.commit(size: decoded.size)
/// ```
package final class ThumbnailCache: RunResource {
  private let own: PrivateThumbnailStore
  private let shared: SharedThumbnailStore
  private let base: String
  private let limit: Int64
  /// The folder for pictures while the disk is full; nil to make none then.
  private let spare: PrivateThumbnailStore?

  /// The free space in bytes below which the disk is taken to be full: that of a few pictures.
  private static let leastRoom: UInt64 = 4 << 20
  private static let spareLimit: Int64 = 64 << 20
  /// The path of a file system in RAM, where there is one.
  package static let memory = "/dev/shm"

  /// Creates the cache. Failures stored by another `version` of the program are tried again;
  /// `limit` is the greatest size of the own folder in bytes.
  package init(
    folders: StateDirectories, version: String, limit: Int64 = 512 << 20
  ) {
    let readers = HeaderReaderPool()
    own = PrivateThumbnailStore(
      below: folders.cacheBase, named: folders.name, limit: limit, readers)
    shared = SharedThumbnailStore(below: folders.cacheBase, version: version, readers)
    base = folders.cacheBase
    spare = nil
    self.limit = limit
  }

  private init(_ cache: ThumbnailCache, spare: PrivateThumbnailStore) {
    (own, shared, base, limit) = (cache.own, cache.shared, cache.base, cache.limit)
    self.spare = spare
  }

  /// Returns this cache, with a folder of the user's below `folder` for pictures while the disk is
  /// full or the own folder can't be written.
  package func sparing(below folder: String = memory) -> ThumbnailCache {
    ThumbnailCache(
      self,
      spare: PrivateThumbnailStore(
        below: folder, named: "shotflow-\(geteuid())", limit: Self.spareLimit,
        HeaderReaderPool()))
  }

  /// The path of shotflow's own folder.
  package var path: String { own.path }

  /// Returns the picture if it was made of the file in its current state and is not broken.
  package func lookup(_ key: ThumbnailKey) -> CachedThumbnail? {
    shared.lookup(key) ?? own.lookup(key) ?? spare?.lookup(key)
  }

  /// Creates a file for the decoder to write the picture into; call it before the original is read.
  /// Throws ``FileProblem`` if the cache can't be written: use another destination.
  package func begin(_ key: ThumbnailKey) throws(FileProblem) -> PendingThumbnail {
    if let spare, isFull { return try spare.begin(key) {} }
    if let pending = shared.begin(key) { return pending }
    do throws(FileProblem) {
      return try own.begin(key) { [shared] in shared.removeFailures(all: false) }
    } catch {
      guard let spare else { throw error }
      return try spare.begin(key) {}
    }
  }

  private var isFull: Bool {
    var facts = statvfs()
    guard statvfs(base, &facts) == 0 else { return false }
    return UInt64(facts.f_bavail) * UInt64(facts.f_frsize) < Self.leastRoom
  }

  /// Returns the description of the original for ``PictureRequest/texts`` of a PNG; empty for a
  /// picture that is not shared.
  package func texts(for key: ThumbnailKey) -> [PictureText] {
    shared.texts(for: key)
  }

  /// Returns any program's thumbnail of the file, of at least `minimum` on both sides; nil if none.
  package func source(for key: ThumbnailKey, minimum: PictureSize) -> ThumbnailSource? {
    shared.source(for: key, minimum: minimum)
  }

  /// Returns why no picture could be made of the file, if that failed within the last day.
  package func failure(of key: ThumbnailKey) -> DecodeProblem? {
    shared.failure(of: key)
  }

  /// Stores for a day that no picture can be made of the file, if it is damaged or crashed the
  /// decoder. A missing library, a lack of memory or a busy machine may be resolved by the next
  /// run.
  package func remember(_ problem: DecodeProblem, of key: ThumbnailKey) {
    switch problem.reason {
    case .damaged, .crashed: shared.remember(problem, of: key)
    case .unsupported, .tooLarge, .missingLibrary, .outOfMemory, .deadline, .notWritten, .cancelled,
      .noDecoder:
      break
    }
  }

  /// Returns the state of the cache.
  package func status() -> ThumbnailCacheStatus {
    let (count, byteCount) = own.count()
    return ThumbnailCacheStatus(
      path: own.path, count: count, byteCount: byteCount, limit: limit, sharedPath: shared.path,
      failureCount: shared.failureCount())
  }

  /// Removes shotflow's own thumbnails and recorded failures, but no shared thumbnails.
  package func clear() {
    own.clear()
    shared.removeFailures(all: true)
  }
}

extension RunContext {
  /// Lets the run put pictures into RAM while the disk is full, for a program that shows them.
  package mutating func keepPicturesOfFullDisk() { thumbnails = thumbnails?.sparing() }

  /// The cache of earlier runs' pictures; nil if pictures are not cached.
  package var thumbnails: ThumbnailCache? {
    get { resources[ThumbnailCache.self] }
    set { resources[ThumbnailCache.self] = newValue }
  }
}

/// The state of the cache.
package struct ThumbnailCacheStatus: Sendable, Hashable {
  /// The path of shotflow's own folder, whether or not it exists.
  package let path: String
  /// The number of shotflow's own thumbnails.
  package let count: Int
  /// The number of bytes that shotflow's own thumbnails take.
  package let byteCount: Int64
  /// The greatest number of bytes of the own thumbnails; those that were used last stay.
  package let limit: Int64
  /// The folder of thumbnails shared with other programs, which is not counted.
  package let sharedPath: String
  /// The number of files recorded as failures.
  package let failureCount: Int
}

/// An untrusted thumbnail by any program, for a smaller picture; only its header was read.
package struct ThumbnailSource: Sendable {
  /// The file, an upright PNG; closed with the last reference.
  package let file: OpenFile
  /// The size in pixels.
  package let size: PictureSize
}

/// A picture in the cache.
package struct CachedThumbnail: Sendable, Hashable {
  /// The absolute path of the file.
  package let path: [UInt8]
  /// The size in pixels according to the header.
  package let size: PictureSize
  /// The size of the file in bytes.
  package let byteCount: Int64
  /// The format of the file.
  package let format: PictureFormat
}
