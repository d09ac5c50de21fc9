internal import CSystem
internal import Platform
internal import Synchronization
internal import Watching

/// Watches a folder of pictures, and waits for it while it is away.
final class FolderLibraryWatcher: LibraryWatcher {
  private let path: String
  private let options: FolderWatcher.Options
  private let clock: CatalogueClock
  private let written: WrittenFiles?
  /// Nil while the folder is away.
  private var watcher: FolderWatcher?
  /// The folder that is watched, or was last.
  private var identity: FileStatus
  /// The mount that it is in.
  private var mount: UInt64
  /// The same while it is there.
  private let present = Present()
  /// When it was seen last.
  private var lastSeen: Int64
  /// What stands in its place while its disk is not mounted: the folder that it is mounted on.
  private var standIn: FileStatus?

  /// - Throws: ``LibraryProblem`` when there is no such folder or it can't be read.
  init(
    _ place: LibraryPlace, _ terms: WatchTerms, clock: CatalogueClock = .system
  ) throws(LibraryProblem) {
    path = place.path
    self.clock = clock
    written = terms.written
    var options = FolderWatcher.Options()
    options.includesHidden = terms.includesHidden
    options.watchLimit = terms.watchLimit
    options.since = terms.since
    self.options = options
    lastSeen = clock.now
    do throws(FileProblem) {
      let known = terms.known
      watcher = try FolderWatcher(
        path: place.path, options, clock: clock,
        isNews: known.isEmpty ? nil : { Self.isNews($0, $1, to: known) })
      guard let status = Self.folder(at: place.path) else { throw FileProblem(error: ENOENT) }
      identity = status
      mount = Self.mount(of: place.path)
      present.identity.withLock { $0 = status }
    } catch {
      throw LibraryProblem(place.path, error)
    }
  }

  /// Whether one of the rules that catch up doesn't know a file; nil where they may know another that
  /// had its name. Those that know nothing yet note it.
  private static func isNews(
    _ path: OwnedBytes, _ status: FileStatus, to known: [KnownAssets]
  ) -> Bool? {
    let keys = keys(of: path, status)
    for known in known where known.isNew { known.note(keys) }
    if known.contains(where: { !$0.isNew && !$0.knows(keys) }) { return true }
    return known.allSatisfy { !$0.isNew && $0.knowsAll(keys) } ? false : nil
  }

  /// A file is known by its path, and by what stays the same when it gets another.
  private static func keys(of path: OwnedBytes, _ status: FileStatus) -> KnownAssets.Keys {
    [KnownAssets.key(path.bytes), KnownAssets.key(status)]
  }

  private final class Present: Sendable {
    let identity = Lock<FileStatus?>(nil)
  }

  var isThere: @Sendable () -> Bool {
    { [path, present] in
      guard let known = present.identity.withLock({ $0 }) else { return false }
      return Self.folder(at: path)?.isSameFile(as: known) ?? false
    }
  }

  private static func folder(at path: String) -> FileStatus? {
    let handle = try? DirectoryHandle(directory: AT_FDCWD, name: path, followsLink: true)
    return handle.flatMap { FileStatus(descriptor: $0.descriptor) }
  }

  /// The mount that a folder is in, or the device where the system does not tell; 0 where there is none.
  private static func mount(of path: String) -> UInt64 {
    guard let handle = try? DirectoryHandle(directory: AT_FDCWD, name: path, followsLink: true)
    else { return 0 }
    let mount = csystem_mount(handle.descriptor)
    return mount != 0 ? mount : FileStatus(descriptor: handle.descriptor)?.device ?? 0
  }

  var descriptor: Int32? { watcher?.descriptor }

  var isQuiet: Bool { watcher?.isQuiet ?? false }

  var hasToLook: Bool { watcher?.hasToLook ?? true || watcher?.descriptor == nil }

  func news(isLooking: Bool) -> LibraryNews {
    guard let watcher else { return isLooking ? returned() : away() }
    let moment = clock.now
    var news = watcher.news()
    if isLooking, !news.isGone {
      let seen = watcher.look()
      news.files += seen.files
      news.hasChanges = news.hasChanges || seen.hasChanges
      news.isGone = seen.isGone
      news.problems += seen.problems
    }
    return told(news, at: moment)
  }

  func noteMounts() {
    guard let watcher else { return }
    if watcher.isInPlace { pending = watcher.lookAgain() } else { leave() }
  }

  /// What was found because something was mounted.
  private var pending: FolderNews?

  private func told(_ news: FolderNews, at moment: Int64) -> LibraryNews {
    var all = LibraryNews()
    for news in [pending, news].compactMap(\.self) {
      for file in news.files {
        let keys = Self.keys(of: file.path, file.status)
        if written?.take(file.status) == true {
          all.ownKeys += keys
        } else {
          // What came with an older time came since the last watch all the same.
          let moment = max(file.status.changed, options.since ?? .min)
          all.arrivals.append(
            LibraryNews.Arrival(file.path, at: moment, keys: keys, isAlone: file.isAlone))
        }
      }
      all.hasChanges = all.hasChanges || news.hasChanges
      for problem in news.problems.map(\.message) where !all.problems.contains(problem) {
        all.problems.append(problem)
      }
    }
    pending = nil
    if news.isGone { leave() }
    all.isThere = watcher != nil
    all.moment = moment
    if watcher != nil { lastSeen = moment }
    return all
  }

  private func away() -> LibraryNews {
    var news = LibraryNews()
    news.isThere = false
    news.moment = lastSeen
    return news
  }

  private func leave() {
    watcher = nil
    pending = nil
    present.identity.withLock { $0 = nil }
    // Another folder of the same mount is the library that was made anew.
    standIn = Self.mount(of: path) == mount ? nil : Self.folder(at: path)
  }

  private func returned() -> LibraryNews {
    guard let status = Self.folder(at: path),
      !(standIn?.isSameFile(as: status) ?? false)
    else { return away() }
    var options = options
    options.since = lastSeen
    guard let again = try? FolderWatcher(path: path, options, clock: clock) else { return away() }
    identity = status
    mount = Self.mount(of: path)
    present.identity.withLock { $0 = status }
    standIn = nil
    watcher = again
    let moment = clock.now
    var news = told(again.news(), at: moment)
    news.hasChanges = true
    return news
  }
}
