internal import CSystem
internal import Files
internal import Platform
internal import Synchronization

/// A watcher of a folder of pictures, which waits for its return while it is unavailable.
final class FolderLibraryWatcher: LibraryWatcher {
  private let path: String
  private let options: FolderWatcher.Options
  private let clock: CatalogueClock
  private var watcher: FolderWatcher?
  /// The status of the folder that is watched, or was watched last.
  private var identity: FileStatus
  private var mount: UInt64
  /// The status of the folder while it is available, for other threads.
  private let present = SharedIdentity()
  private var lastSeen: Int64
  /// The status of another folder at the path, such as an empty mount point; nil without one.
  private var standIn: FileStatus?
  /// True if another file system was just mounted over the folder.
  private var isCovered = false
  /// The known assets of each rule that also gets what arrives while the library is away.
  private let known: [KnownAssets]
  /// The lists that recognise a file that was found, by the key of its path.
  private var recognisers: [UInt64: [KnownAssets]] = [:]
  /// The last watcher's knowledge of the files, while the library is away; else nil.
  private var memory: FolderWatcher.Memory?

  /// - Throws: ``LibraryProblem`` when the folder does not exist or can't be read.
  init(
    _ place: LibraryPlace, _ settings: WatchSettings, clock: CatalogueClock = .system
  ) throws(LibraryProblem) {
    path = place.path
    self.clock = clock
    var options = FolderWatcher.Options()
    options.includesHidden = settings.includesHidden
    options.watchLimit = settings.watchLimit
    options.since = settings.since
    self.options = options
    lastSeen = clock.now
    known = settings.known
    guard let status = Self.folder(at: place.path) else {
      throw LibraryProblem(place.path, FileProblem(error: ENOENT))
    }
    identity = status
    mount = Self.mount(of: place.path)
    do throws(FileProblem) {
      watcher = try watch(options)
    } catch {
      throw LibraryProblem(place.path, error)
    }
    present.identity.withLock { $0 = status }
  }

  private func watch(_ options: FolderWatcher.Options) throws(FileProblem) -> FolderWatcher {
    let watcher = try FolderWatcher(
      path: path, options, clock: clock, after: memory,
      isNews: known.isEmpty ? nil : { [unowned self] in isNews($0, $1) })
    watcher.isWhole = { [path] in FolderLibrary.isWhole($0, in: path) }
    return watcher
  }

  /// Returns true if a rule that catches up doesn't know the file, false if all rules know it, and
  /// nil if a rule may know another file that had its name.
  private func isNews(_ path: OwnedBytes, _ status: FileStatus) -> Bool? {
    let keys = Self.keys(of: path, status)
    for known in known where known.isFirst { known.note(keys) }
    let lists = known.filter { !$0.isFirst }
    let recognising = lists.filter { keys.dropFirst().contains(where: $0.knows) }
    // A list of an earlier version lacks the last key.
    for known in recognising { known.note(keys) }
    if !lists.isEmpty, recognising.count == known.count { return false }
    if !recognising.isEmpty { recognisers[keys[0]] = recognising }
    return lists.contains { !$0.knows(keys) } ? true : nil
  }

  private static func keys(of path: OwnedBytes, _ status: FileStatus) -> KnownAssets.Keys {
    [
      KnownAssets.key(path.bytes), KnownAssets.key(status), KnownAssets.key(path.bytes, status),
    ]
  }

  private final class SharedIdentity: Sendable {
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

  /// Returns the number of a folder's mount, or of its device if unknown; 0 if it can't be opened.
  private static func mount(of path: String) -> UInt64 {
    guard let handle = try? DirectoryHandle(directory: AT_FDCWD, name: path, followsLink: true)
    else { return 0 }
    let mount = csystem_mount(handle.descriptor)
    return mount != 0 ? mount : FileStatus(descriptor: handle.descriptor)?.device ?? 0
  }

  var descriptor: Int32? { watcher?.descriptor }

  var isQuiet: Bool { watcher?.isQuiet ?? false }

  var isSettled: Bool { watcher?.isSettled ?? true }

  var coverage: FolderCoverage? { watcher?.coverage }

  var hasToLook: Bool { watcher?.hasToLook ?? true || watcher?.descriptor == nil }

  func news(isLooking: Bool) -> LibraryChanges {
    guard let watcher else { return isLooking || isCovered ? returned() : away() }
    let moment = clock.now
    var news = watcher.news()
    if isLooking, !news.isGone {
      let seen = watcher.look()
      news.files += seen.files
      news.hasChanges = news.hasChanges || seen.hasChanges
      news.isGone = seen.isGone
      news.problems += seen.problems
    }
    return reported(news, at: moment)
  }

  func isUnfinished(_ identifier: OwnedBytes) -> Bool {
    FolderLibrary.isUnfinished(identifier, in: path)
  }

  func noteMounts() {
    guard let watcher else { return }
    if watcher.isInPlace { pending = watcher.lookAgain() } else { leave() }
  }

  /// The changes that were found after a mount and are not yet reported; nil without any.
  private var pending: FolderChanges?

  private func reported(_ news: FolderChanges, at moment: Int64) -> LibraryChanges {
    var all = LibraryChanges()
    for news in [pending, news].compactMap(\.self) {
      for file in news.files {
        // A file with an older time, such as a moved one, arrived after the last watch all the same.
        let moment = max(file.status.changed, options.since ?? .min)
        let keys = Self.keys(of: file.path, file.status)
        all.arrivals.append(
          LibraryChanges.Arrival(
            file.path, at: moment, keys: keys, isAlone: file.isAlone, status: file.status,
            knownBy: recognisers[keys[0]] ?? []))
      }
      all.hasChanges = all.hasChanges || news.hasChanges
      for problem in news.problems.map(\.message) where !all.problems.contains(problem) {
        all.problems.append(problem)
      }
    }
    pending = nil
    recognisers = [:]
    if news.isGone { leave() }
    all.isThere = watcher != nil
    all.moment = moment
    if watcher != nil { lastSeen = moment }
    return all
  }

  private func away() -> LibraryChanges {
    var news = LibraryChanges()
    news.isThere = false
    news.moment = lastSeen
    return news
  }

  private func leave() {
    memory = watcher?.leave() ?? memory
    watcher = nil
    pending = nil
    present.identity.withLock { $0 = nil }
    // A different folder in the same mount is the library, created again; and one that another file
    // system put over it is the library from now on.
    let there = Self.mount(of: path)
    isCovered = there != mount && there != 0 && MountTable.has(mount)
    standIn = there == mount || isCovered ? nil : Self.folder(at: path)
  }

  private func returned() -> LibraryChanges {
    guard let status = Self.folder(at: path),
      !(standIn?.isSameFile(as: status) ?? false)
    else { return away() }
    var options = options
    options.since = lastSeen
    for known in known { known.recall() }
    defer { for known in known { known.begin() } }
    guard let again = try? watch(options) else { return away() }
    let wasCovered = isCovered
    isCovered = false
    memory = nil
    identity = status
    mount = Self.mount(of: path)
    present.identity.withLock { $0 = status }
    standIn = nil
    watcher = again
    let moment = clock.now
    var news = reported(again.news(), at: moment)
    news.hasChanges = true
    if wasCovered {
      news.problems.append("another file system was mounted there, which is watched from now on")
    }
    return news
  }
}
