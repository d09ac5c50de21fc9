internal import Assets
internal import Files

/// Which files were told of lately, so that each is told of once however often it is met.
///
/// What changed before a certain moment needs no memory: it was told of, or was there before. So the
/// memory holds some seconds, whatever happens in a day.
struct FreshFiles {
  private var before = Told()
  private var current = Told()
  private var beforeBegan: Int64
  private var currentBegan: Int64

  private struct Told {
    var files: Set<FileStatus> = []
    var contents: Set<Content> = []
  }

  /// What stays the same when a file gets another name.
  private struct Content: Hashable {
    let device: UInt64
    let inode: UInt64
    let size: Int64
    let modified: Int64

    init(_ status: FileStatus) {
      (device, inode) = (status.device, status.inode)
      (size, modified) = (status.size, status.modified)
    }
  }

  /// - Parameter now: nanoseconds since 1970, by the clock that file systems stamp with.
  init(now: Int64) {
    beforeBegan = now
    currentBegan = now
  }

  /// Whether a file that was met by chance, and not because the system told of it, is news.
  func mayBeNews(_ status: FileStatus) -> Bool {
    isRecent(max(status.changed, status.modified))
  }

  private func isRecent(_ stamp: Int64) -> Bool {
    // A whole second may be the stamp of a file system that has nothing finer.
    let grain = stamp % 1_000_000_000 == 0 ? CatalogueClock.grain : Self.tick
    return stamp >= beforeBegan - grain
  }

  /// How far the stamps of Linux lag behind its clock at most: a tick of 100 Hz, and some.
  private static let tick: Int64 = 20_000_000

  /// Notes a file; false when it was told of as it is.
  mutating func insert(_ status: FileStatus) -> Bool {
    guard !before.files.contains(status) else { return false }
    current.contents.insert(Content(status))
    return current.files.insert(status).inserted
  }

  /// Whether a file that got another name was written lately and not told of by any name.
  func isUntold(_ status: FileStatus) -> Bool {
    let content = Content(status)
    return isRecent(status.modified)
      && !before.contents.contains(content) && !current.contents.contains(content)
  }

  /// Forgets what is older than two grains, once all that happened up to now was seen.
  mutating func settle(now: Int64) {
    if now < currentBegan {
      // The clock was set back; what is stamped from now on lies before what is remembered.
      beforeBegan = now
      currentBegan = now
    } else if now - currentBegan > 2 * CatalogueClock.grain {
      before = current
      beforeBegan = currentBegan
      current = Told()
      currentBegan = now
    }
  }
}
