package import Decoding

/// Pictures that were made before: a folder of shotflow's own, and the one that programs share.
///
/// What is exactly a standard size of the freedesktop Thumbnail Managing Standard lies in
/// `$XDG_CACHE_HOME/thumbnails`, where file managers find it; everything else in
/// `$XDG_CACHE_HOME/shotflow/thumbnails`, which is kept below a limit. Losing either loses nothing
/// but time. Safe from any thread, and for several processes at once: a file appears whole or not
/// at all, by renaming, and one that vanishes is made anew.
///
/// ```swift
/// if let hit = cache.lookup(key) { return hit }
/// if let problem = cache.failure(of: key) { throw problem }
/// let pending = try cache.begin(key)
/// // The decoder writes `key.output`, with `cache.texts(for: key)`, into `pending.descriptor`.
/// return try pending.commit(size: decoded.size)
/// ```
package final class ThumbnailCache: RunResource {
  private let own: OwnThumbnails
  private let shared: SharedThumbnails
  private let limit: Int64

  /// - Parameters:
  ///   - version: the program's; failures of another version are tried again.
  ///   - limit: how many bytes the own folder may occupy.
  package init(
    folders: StateDirectories, version: String, limit: Int64 = 512 << 20
  ) {
    let readers = HeaderReaderPool()
    own = OwnThumbnails(
      below: folders.cacheBase, named: folders.name, limit: limit, readers)
    shared = SharedThumbnails(below: folders.cacheBase, version: version, readers)
    self.limit = limit
  }

  /// The folder of shotflow's own.
  package var path: String { own.path }

  /// The picture, if it was made before of the file as it is now.
  ///
  /// What is found is looked at: a broken one counts as none.
  package func lookup(_ key: ThumbnailKey) -> CachedThumbnail? {
    shared.lookup(key) ?? own.lookup(key)
  }

  /// A file for the decoder to write the picture into; asked for before the original is read.
  ///
  /// - Throws: ``FileProblem`` when nothing can be kept, so that the picture needs another place.
  package func begin(_ key: ThumbnailKey) throws(FileProblem) -> PendingThumbnail {
    if let pending = shared.begin(key) { return pending }
    return try own.begin(key) { [shared] in shared.removeFailures(all: false) }
  }

  /// What a PNG has to say of its original, for ``PictureRequest/texts``; empty for what is not
  /// shared with other programs.
  package func texts(for key: ThumbnailKey) -> [PictureText] {
    shared.texts(for: key)
  }

  /// A thumbnail of the file, by any program, that is at least so large on both sides.
  package func source(for key: ThumbnailKey, minimum: PictureSize) -> ThumbnailSource? {
    shared.source(for: key, minimum: minimum)
  }

  /// Why no picture could be made of the file as it is, if that was tried within the last day.
  package func failure(of key: ThumbnailKey) -> DecodeProblem? {
    shared.failure(of: key)
  }

  /// Remembers that no picture can be made of the whole file, for a day.
  ///
  /// Only problems that lie in the file are remembered: it is damaged, or the decoder ended over
  /// it. A missing library, a lack of memory or a busy machine may be gone at the next run.
  package func remember(_ problem: DecodeProblem, of key: ThumbnailKey) {
    switch problem.reason {
    case .damaged, .crashed: shared.remember(problem, of: key)
    case .unsupported, .tooLarge, .missingLibrary, .outOfMemory, .deadline, .notWritten, .cancelled,
      .noDecoder:
      break
    }
  }

  package func status() -> ThumbnailCacheStatus {
    let (count, byteCount) = own.count()
    return ThumbnailCacheStatus(
      path: own.path, count: count, byteCount: byteCount, limit: limit, sharedPath: shared.path,
      failureCount: shared.failureCount())
  }

  /// Removes shotflow's own thumbnails and what it remembers of failures.
  ///
  /// What is shared with other programs stays.
  package func clear() {
    own.clear()
    shared.removeFailures(all: true)
  }
}

extension RunContext {
  /// Pictures that were made before; nil to keep none.
  package var thumbnails: ThumbnailCache? {
    get { resources[ThumbnailCache.self] }
    set { resources[ThumbnailCache.self] = newValue }
  }
}

/// What the cache holds.
package struct ThumbnailCacheStatus: Sendable, Hashable {
  /// The folder of shotflow's own thumbnails, whether or not it is there.
  package let path: String
  /// How many thumbnails of its own there are.
  package let count: Int
  /// What they occupy, in bytes.
  package let byteCount: Int64
  /// What they may occupy, in bytes; those that were used last stay.
  package let limit: Int64
  /// The folder that thumbnails are shared in with other programs, which is not counted.
  package let sharedPath: String
  /// How many files are remembered as ones that no picture could be made of.
  package let failureCount: Int
}
