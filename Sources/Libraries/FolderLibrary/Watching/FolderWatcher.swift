package import Assets
internal import CSystem
internal import Files
internal import Platform

/// A watcher of the folders of a library and all folders below, including future ones. Files are
/// reported once they are complete: when the last writer has closed them, or given them their final
/// name. Folders that the system can't watch, because they are on another machine or exceed the
/// user's limit, are checked from time to time (``look()``). Used by one thread at a time.
package final class FolderWatcher {
  let options: Options
  let clock: CatalogueClock
  var tree = FolderTree()
  var open: OpenFolders
  var fresh: ReportedFiles
  /// The last known status of folders without a watch.
  var polled: [FolderTree.Number: FileStatus] = [:]
  /// The moment, in nanoseconds since 1970, from which files of unreadable folders are unknown.
  var unreadable: [FolderTree.Number: Int64] = [:]
  /// The files that a process may still write to without causing an event.
  var unsettled: [WatchedName: UnsettledFile] = [:]
  /// The files of each folder; none on a network file system, where asking for them takes long.
  var known: [FolderTree.Number: KnownFiles] = [:]
  /// The files of folders that are gone, by the fingerprints of their paths.
  var remembered: [UInt64: KnownFiles]
  let remembersFiles: Bool
  /// Files whose size and time are to be noted again, as soon as no event of them can be waiting.
  var touched: [WatchedName: TouchedFile] = [:]
  /// Known files to which a program wrote that may not have closed them yet.
  var written: Set<WatchedName> = []
  var formerNames = FormerNames()
  var missed = MissedFiles()
  /// Folders that were not found when they were new, and how often.
  var missedFolders: [FolderTree.Reference: (scope: ReportScope, count: Int)] = [:]
  /// The kinds of names in folders where files arrived; kept while the system reports new names.
  var related: [FolderTree.Number: RelatedNames] = [:]
  /// Returns true if a file found at the start is new, nil to decide by its times; unset later.
  var isMissed: ((OwnedBytes, FileStatus) -> Bool?)?
  /// Returns true if an open file has all its parts; called after its writer was idle for a while.
  package var isWhole: (OwnedBytes) -> Bool = { _ in true }
  #if os(Linux)
    let queue: InotifyQueue?
  #endif

  /// The options of a watcher.
  package struct Options: Sendable {
    /// True if names that begin with a dot are reported.
    package var includesHidden = false
    /// The maximal number of folders to watch; others are checked from time to time.
    package var watchLimit = Int.max
    /// The nanoseconds since 1970 from which changed files are reported; nil to report from now on.
    package var since: Int64?
    /// The clock for the time since a program wrote to a file; it stands while the computer sleeps.
    package var uptime: @Sendable () -> SuspendingClock.Instant = { .now }

    package init() {}
  }

  /// Starts watching. The first ``news()`` reports folders that can't be watched or read.
  ///
  /// - Throws: ``FileProblem`` when the folder does not exist or can't be read.
  package convenience init(
    path: String, _ options: Options = Options(), clock: CatalogueClock = .system
  ) throws(FileProblem) {
    try self.init(path: path, options, clock: clock, after: nil, isNews: nil)
  }

  /// - Parameter isNews: called for each file that exists at the beginning, with its path from the
  ///   library's root; returns true if it is new, nil to decide by its times.
  init(
    path: String, _ options: Options, clock: CatalogueClock, after memory: Memory?,
    isNews: ((OwnedBytes, FileStatus) -> Bool?)?
  ) throws(FileProblem) {
    self.options = options
    self.clock = clock
    remembered = memory?.files ?? [:]
    remembersFiles = NetworkFileSystem.holding(path) == nil
    open = try OpenFolders(path: path)
    fresh = memory?.reported ?? ReportedFiles(now: options.since ?? clock.now)
    if memory != nil { fresh.begin(at: clock.now) }
    #if os(Linux)
      do throws(WatchProblem) {
        queue = remembersFiles ? try InotifyQueue(of: InotifyQueue.writesAndTimes) : nil
      } catch {
        queue = nil
        first.note(error)
      }
    #endif
    isMissed = isNews
    takeIn(FolderTree.root, telling: options.since == nil ? .nothing : .missed, &first)
    isMissed = nil
    open.close()
  }

  private var first = FolderChanges()

  /// A descriptor that is readable after an event; nil if no folder is watched.
  package var descriptor: Int32? {
    #if os(Linux)
      queue?.descriptor
    #else
      nil
    #endif
  }

  /// True if ``look()`` has files or folders to check.
  package var hasToLook: Bool { !polled.isEmpty || !unsettled.isEmpty || !unreadable.isEmpty }

  /// True if all events so far were reported, and no file waits to be looked at again.
  package var isSettled: Bool { isQuiet && !hasToLook && missed.isEmpty && missedFolders.isEmpty }

  /// The number of folders, and the number of those that are watched.
  package var counts: (folders: Int, watched: Int) { (tree.count, tree.watchedCount) }

  /// The numbers of all, polled and unreadable folders, with the paths of some.
  package var coverage: FolderCoverage {
    func paths(_ folders: some Sequence<FolderTree.Number>) -> [String] {
      folders.prefix(FolderCoverage.mostExamples).map { folder in
        if folder == FolderTree.root { return "." }
        let path = tree.path(of: folder)
        return withExtendedLifetime(path) { String(decoding: path.bytes, as: UTF8.self) }
      }.sorted()
    }
    return FolderCoverage(
      count: tree.count, polledCount: polled.count, unreadableCount: unreadable.count,
      polled: paths(polled.keys), unreadable: paths(unreadable.keys))
  }

  /// True if the library's folder was not moved, removed, unmounted or hidden by a mount.
  package var isInPlace: Bool { open.isRootInPlace }

  /// Scans all folders after a mount or unmount, which the system does not report.
  package func lookAgain() -> FolderChanges {
    var news = news()
    if !news.isGone { takeIn(FolderTree.root, telling: .recent, &news) }
    markLoners(&news)
    open.close()
    return news
  }

  /// Returns the changes since the last call; waits a few milliseconds for open files.
  package func news() -> FolderChanges {
    var news = first
    first = FolderChanges()
    let began = clock.now
    fresh.begin(at: began)
    #if os(Linux)
      if let queue { take(from: queue, &news) }
    #endif
    markLoners(&news)
    open.close()
    if polled.isEmpty { fresh.settle(now: began) }
    formerNames.forget(at: options.uptime())
    return news
  }

  #if os(Linux)
    /// The events that are collected while the system's queue is emptied.
    private struct EventBatch {
      var created: [WatchedName] = []
      var closed: Set<WatchedName> = []
      /// Known files that a program closed: written in place, unless a move to their names follows.
      var rewritten: Set<WatchedName> = []
      /// Folders that were moved to an unknown path, by the cookies of the events.
      var departed: [UInt32: FolderTree.Reference] = [:]
      var isLost = false

      var hasOpenFiles: Bool { created.contains { !closed.contains($0) } }
    }

    /// The time to wait for new files to be closed.
    private static let patience = Duration.milliseconds(2)

    private func take(from queue: InotifyQueue, _ news: inout FolderChanges) {
      var batch = EventBatch()
      while queue.read({ take($0, &batch, &news) }) {}
      // A new file is often closed right away; it is then checked only once.
      let end = ContinuousClock.now + Self.patience
      while batch.hasOpenFiles, queue.wait(), ContinuousClock.now < end {
        while queue.read({ take($0, &batch, &news) }) {}
      }
      if !batch.departed.isEmpty {
        // The event of a new name follows that of the old one, but not always at once.
        _ = queue.wait()
        while queue.read({ take($0, &batch, &news) }) {}
        for reference in batch.departed.values {
          if let number = tree.number(of: reference) { release(tree.remove(number)) }
        }
      }
      tellRewritten(from: queue, &batch, &news)
      if batch.isLost, !news.isGone {
        takeIn(FolderTree.root, telling: .recent, &news)
      }
      // By now the places of their folders are known.
      takeInMissedFolders(&news)
      for file in missed.takeAll() { tell(file, .closed, &news) }
      missed.forgetLost()
      // A new name without a write: a link, or an empty file.
      for file in batch.created where !batch.closed.contains(file) {
        tell(file, .whenWhole, &news)
      }
      noteTouched { queue.isEmpty }
      // Linux reports the close of a file a moment before its writer is gone.
      if unsettled.keys.contains(where: batch.closed.contains) {
        _ = poll(nil, 0, 1)
        for file in unsettled.keys where batch.closed.contains(file) { tell(file, .closed, &news) }
      }
    }

    /// Reports the known files that were written in place. Linux gives a file its new name, and may
    /// report by that name that it was closed, before it reports the name.
    private func tellRewritten(
      from queue: InotifyQueue, _ batch: inout EventBatch, _ news: inout FolderChanges
    ) {
      for _ in 0..<Self.mostRounds where !batch.rewritten.isEmpty {
        let due = batch.rewritten
        for folder in Set(due.map(\.folder)) {
          guard let number = tree.number(of: folder), let handle = try? open.open(number, in: tree)
          else { continue }
          csystem_await_renames(handle.descriptor)
        }
        while queue.read({ take($0, &batch, &news) }) {}
        for file in due where batch.rewritten.remove(file) != nil { tell(file, .closed, &news) }
      }
      for file in batch.rewritten { tell(file, .closed, &news) }
      batch.rewritten = []
    }

    /// The number of times that the queue is read for files that are written all the time.
    private static let mostRounds = 8

    private func take(
      _ event: InotifyQueue.Event, _ batch: inout EventBatch, _ news: inout FolderChanges
    ) {
      if !event.has(IN_MODIFY) { news.hasChanges = true }
      if event.has(IN_Q_OVERFLOW) {
        batch.isLost = true
        related = [:]
        return news.note(.overflow)
      }
      guard let number = tree.number(watchedBy: event.watch) else { return }
      if event.has(IN_IGNORED) {
        tree.forgetWatch(of: number)
        if number == FolderTree.root { news.isGone = true } else { release(tree.remove(number)) }
      } else if event.has(IN_MOVE_SELF) {
        if number == FolderTree.root { news.isGone = true }
      } else if event.has(IN_ISDIR) {
        takeFolder(event, in: number, &batch, &news)
      } else if !event.name.isEmpty {
        takeFile(event, in: number, &batch, &news)
      }
    }

    private func takeFolder(
      _ event: InotifyQueue.Event, in parent: FolderTree.Number, _ batch: inout EventBatch,
      _ news: inout FolderChanges
    ) {
      let name = OwnedBytes(event.name)
      if event.has(IN_ATTRIB) {
        // Perhaps it can be read from now on.
        if let number = tree.folder(name, in: parent), unreadable[number] != nil {
          takeInUnreadable(number, &news)
        }
        return
      }
      related[parent] = nil
      if event.has(IN_MOVED_FROM) {
        batch.departed[event.cookie] = tree.folder(name, in: parent).map(tree.reference)
      } else if event.has(IN_MOVED_TO),
        let reference = batch.departed.removeValue(forKey: event.cookie),
        let number = tree.number(of: reference)
      {
        open.close()
        if tree.folder(parent, isWithin: number) {
          // Something happened in folders without a watch.
          batch.isLost = true
        } else {
          let isCounted = counts(event.name)
          release(isCounted ? tree.move(number, to: parent, as: name) : tree.remove(number))
          // An empty folder of its new name, which it replaced, was taken for it and has its watch.
          if isCounted, tree.watch(of: number) == nil { takeIn(number, telling: .recent, &news) }
        }
      } else if event.has(IN_DELETE) {
        if let number = tree.folder(name, in: parent) { release(tree.remove(number)) }
      } else if event.has(IN_CREATE | IN_MOVED_TO), counts(event.name) {
        if let number = tree.folder(name, in: parent),
          let left = batch.departed.first(where: { $0.value == tree.reference(to: number) })
        {
          batch.departed[left.key] = nil
          release(tree.remove(number))
        }
        takeIn(tree.add(name, in: parent), telling: .everything, &news)
      }
    }

    private func takeFile(
      _ event: InotifyQueue.Event, in folder: FolderTree.Number, _ batch: inout EventBatch,
      _ news: inout FolderChanges
    ) {
      let file = WatchedName(folder: tree.reference(to: folder), name: OwnedBytes(event.name))
      if event.has(IN_CREATE | IN_MOVED_TO) {
        related[folder]?.formUnion(RelatedNames(of: event.name))
      }
      if event.has(IN_MOVED_FROM | IN_DELETE), batch.rewritten.remove(file) != nil {
        tell(file, .closed, &news)
      }
      if event.has(IN_MODIFY) {
        if known[folder]?.has(file.name) == true { written.insert(file) }
        return
      }
      let isWritten =
        event.has(IN_CLOSE_WRITE | IN_DELETE | IN_MOVED_FROM)
        && written.remove(file) != nil
      if event.has(IN_CREATE) {
        batch.created.append(file)
      } else if event.has(IN_CLOSE_WRITE) {
        batch.closed.insert(file)
        // A program that only sets times, such as touch(1), opens the file, too.
        if !isWritten, case .changed? = touched[file] { return }
        if endsReplacement(file, in: folder) { return }
        if known[folder]?.has(file.name) == true {
          batch.rewritten.insert(file)
        } else {
          tell(file, .closed, &news)
        }
      } else if event.has(IN_ATTRIB) {
        if known[folder]?.has(file.name) == true {
          touched[file] = touched[file] ?? .changed
        }
      } else if event.has(IN_DELETE) {
        touched[file] = nil
        known[folder]?.leave(file.name)
      } else if event.has(IN_MOVED_FROM) {
        // A renamed picture is not a new one, nor is one that had replaced another before.
        let isKnown =
          formerNames.takeBackup(of: file) || known[folder]?.has(file.name) == true
        let isUnseen = touched.removeValue(forKey: file) != nil || missed.contains(file)
        let isNew = missed.leave(file)
        if !isNew || isKnown, counts(event.name), !UnfinishedName.has(event.name) {
          formerNames.note(
            FormerNames.FormerName(
              file: file, isKnown: isKnown, wasReplaced: isKnown && isUnseen),
            for: event.cookie, at: options.uptime())
        }
        known[folder]?.leave(file.name)
      } else if event.has(IN_MOVED_TO) {
        let former = formerNames.take(event.cookie)
        if let former, isBackup(file, of: former.file) {
          formerNames.noteBackup(of: former.file, at: options.uptime())
        }
        batch.rewritten.remove(file)
        if former?.wasReplaced == true || replaces(file, in: folder) {
          noteReplacement(file, in: folder)
        } else if former?.isKnown == true, known[folder] != nil {
          noteRenamed(file, in: folder)
        } else {
          tell(file, former == nil ? .moved : .renamed, &news)
          if former != nil { missed.noteRenamed(file) }
        }
      }
    }
  #endif

  func release(_ removed: [FolderTree.Removed]) {
    open.close()
    for folder in removed {
      remember(folder.number)
      polled[folder.number] = nil
      unreadable[folder.number] = nil
      related[folder.number] = nil
      #if os(Linux)
        if let watch = folder.watch { queue?.remove(watch) }
      #endif
    }
  }

  /// Returns true if a file or folder of that name is reported.
  func counts(_ name: UnsafeRawBufferPointer) -> Bool {
    !SkippedFolder.has(name, withLibraries: true)
      && (options.includesHidden || name.first != UInt8(ascii: "."))
  }
}

struct WatchedName: Hashable {
  let folder: FolderTree.Reference
  let name: OwnedBytes

  static func == (left: WatchedName, right: WatchedName) -> Bool {
    left.folder == right.folder && left.name.span.hasSameBytes(as: right.name.bytes)
  }

  func hash(into hasher: inout Hasher) {
    hasher.combine(folder)
    withExtendedLifetime(name) { hasher.combine(bytes: name.bytes) }
  }
}
