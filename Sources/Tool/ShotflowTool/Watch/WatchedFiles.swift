internal import Pipeline
internal import Platform

/// A detector of changes of files, such as a rule and its modules, however editors write them.
/// Confined to the thread that watches.
final class WatchedFiles {
  #if os(Linux)
    private let queue = try? InotifyQueue(
      of: IN_CLOSE_WRITE | IN_CREATE | IN_DELETE | IN_MOVED_FROM | IN_MOVED_TO | IN_ATTRIB)
  #endif
  private var watches: Set<Int32> = []
  /// The files, with their status at the last check; nil for a missing one.
  private var known: [String: FileStatus?] = [:]
  /// The new files that were written as they were read, and not looked at since.
  private var unsettled: Set<String> = []
  /// The removed files, with the times at which they are to be reported; nil for reported ones.
  private var missing: [String: ContinuousClock.Instant?] = [:]

  /// The time for which a file may be missing, as an editor may remove it before it writes it again.
  private static let patience = Duration.seconds(1)

  /// A descriptor that is readable when something may have happened in the files' folders; nil if
  /// the system has none.
  var descriptor: Int32? {
    #if os(Linux)
      queue?.descriptor
    #else
      nil
    #endif
  }

  /// Replaces the watched files by those that were read at some time after `start`, a ``moment``.
  ///
  /// One that has changed since the last check, or since `start` if it is new, counts as changed: its
  /// earlier content may be what was read.
  func watch(_ paths: [String], readSince start: Int64) {
    let before = known
    known = [:]
    unsettled.formIntersection(paths)
    for path in paths {
      let now = Self.status(of: path)
      let isRead = now.map { $0.changed < start } ?? true
      known[path] = before[path] ?? .some(isRead ? now : nil)
      if before[path] == nil, !isRead { unsettled.insert(path) }
      if known[path] != .some(now) { nextLook = .now }
    }
    missing = missing.filter { known[$0.key] == .some(nil) }
    self.paths = paths
    watchFolders()
  }

  /// The current time by the clock of file times, which may be coarse, in nanoseconds since 1970:
  /// no file that is written later has an earlier time.
  static var moment: Int64 {
    #if os(Linux)
      let clock = CLOCK_REALTIME_COARSE
    #else
      let clock = CLOCK_REALTIME
    #endif
    var time = timespec()
    clock_gettime(clock, &time)
    return Int64(time.tv_sec) * 1_000_000_000 + Int64(time.tv_nsec)
  }

  private var paths: [String] = []

  private func watchFolders() {
    #if os(Linux)
      guard let queue else { return }
      var wanted: Set<Int32> = []
      for path in paths {
        // A link may get another target, and the target may be written to.
        for folder in Set([Self.folder(of: path), Self.folder(of: Self.resolved(path))]) {
          guard
            let handle = try? DirectoryHandle(
              directory: AT_FDCWD, name: folder, followsLink: true),
            let watch = try? queue.add(handle.descriptor)
          else { continue }
          wanted.insert(watch)
        }
      }
      for watch in watches.subtracting(wanted) { queue.remove(watch) }
      watches = wanted
    #endif
  }

  /// Returns the files that have changed since the last call.
  func changed() -> Set<String> {
    drain()
    var changed: Set<String> = []
    for (path, before) in known {
      let now = Self.status(of: path)
      // One that is gone before the first look was there.
      guard unsettled.remove(path) != nil || now != before else { continue }
      known[path] = .some(now)
      if now != nil {
        missing[path] = nil
        changed.insert(path)
      } else {
        missing[path] = .some(.now + Self.patience)
      }
    }
    return changed
  }

  /// Returns the files that were removed, each once until it is back.
  func removed() -> [String] {
    let removed = missing.filter { $0.value.map { $0 <= .now } ?? false }.map(\.key)
    for path in removed { missing[path] = .some(nil) }
    look()
    return removed.sorted()
  }

  /// Watches the folders of removed files again, once they exist.
  private func look() {
    let isMissing = missing.keys.contains { access(Self.folder(of: $0), F_OK) != 0 }
    if isMissing || foldersAreMissing { watchFolders() }
    // What happened just before a folder was watched again causes no event.
    nextLook = isMissing ? .now + Self.patience : foldersAreMissing ? .now : nil
    foldersAreMissing = isMissing
  }

  /// True if a file's folder was missing at the last look.
  private var foldersAreMissing = false
  private var nextLook: ContinuousClock.Instant?

  /// The time at which the files have to be looked at without an event; nil for none.
  var due: ContinuousClock.Instant? {
    (missing.values.map(\.self) + [nextLook]).compactMap(\.self).min()
  }

  private func drain() {
    #if os(Linux)
      while queue?.read({ _ in }) == true {}
    #endif
  }

  private static func status(of path: String) -> FileStatus? {
    FileStatus(directory: AT_FDCWD, name: resolved(path))
  }

  private static func resolved(_ path: String) -> String {
    RealPath(path)?.text ?? path
  }

  private static func folder(of path: String) -> String {
    guard let slash = path.lastIndex(of: "/") else { return "." }
    return slash == path.startIndex ? "/" : String(path[..<slash])
  }
}
