package import Assets
package import Files
internal import Platform

/// Watches the folders of a library and all folders below, those to come included.
///
/// Tells of files once they are whole: when whoever wrote them has closed them, or gave them their
/// last name. Folders that the system can't watch, because they lie on another machine or because
/// the user may not watch so many, are looked at from time to time (``look()``).
///
/// Confined to whoever holds it.
package final class FolderWatcher {
  let options: Options
  let clock: CatalogueClock
  var tree = FolderTree()
  var open: OpenFolders
  var fresh: FreshFiles
  /// What folders that nothing watches were when they were looked at last.
  var polled: [FolderTree.Number: FileStatus] = [:]
  /// Files that somebody may still write to, of which the system will not tell more.
  ///
  /// With what they were when they were looked at last.
  var unsettled: [WatchedName: FileStatus] = [:]
  /// Files that were elsewhere by the time they were looked at: they, or their folders, were given
  /// another name meanwhile.
  var missed: Set<WatchedName> = []
  /// Those of them that were missed the time before, too.
  private var lost: Set<WatchedName> = []
  /// What the names mean for others that are in folders in which something arrived, as long as the
  /// system reports each name that comes.
  var related: [FolderTree.Number: RelatedNames] = [:]
  /// Says of a file that is met at the beginning whether it is news; nil later, and where times say it.
  var isMissed: ((OwnedBytes, FileStatus) -> Bool?)?
  #if os(Linux)
    let queue: InotifyQueue?
  #endif

  package struct Options: Sendable {
    /// Whether names that begin with a dot count.
    package var includesHidden = false
    /// The most folders that are watched; others are looked at from time to time.
    package var watchLimit = Int.max
    /// Tells of files that changed at this moment or later, in nanoseconds since 1970; nil for
    /// those alone that change from now on.
    package var since: Int64?

    package init() {}
  }

  /// Begins to watch. What stood in the way of watching all is in the first ``news()``.
  ///
  /// - Parameter isNews: called for each file that is there at the beginning, with its path from the
  ///   library's root; says whether it came before this was watched, or nil where its times say so.
  /// - Throws: ``FileProblem`` when there is no such folder or it can't be read.
  package init(
    path: String, _ options: Options = Options(), clock: CatalogueClock = .system,
    isNews: ((OwnedBytes, FileStatus) -> Bool?)? = nil
  ) throws(FileProblem) {
    self.options = options
    self.clock = clock
    open = try OpenFolders(path: path)
    fresh = FreshFiles(now: options.since ?? clock.now)
    #if os(Linux)
      do throws(WatchProblem) {
        queue = NetworkFileSystem.holding(path) == nil ? try InotifyQueue() : nil
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

  /// What was found at the start.
  private var first = FolderNews()

  /// Readable when there is news; nil where nothing is watched and ``look()`` has to be called.
  package var descriptor: Int32? {
    #if os(Linux)
      queue?.descriptor
    #else
      nil
    #endif
  }

  /// Whether ``look()`` has something to look at.
  package var hasToLook: Bool { !polled.isEmpty || !unsettled.isEmpty }

  /// How many folders there are, and how many of them are watched.
  package var counts: (folders: Int, watched: Int) { (tree.count, tree.watchedCount) }

  /// Whether the library's folder still stands where it stood: it was not moved, removed, unmounted
  /// or covered by another file system.
  package var isInPlace: Bool { open.isRootInPlace }

  /// Looks at all folders again: something was mounted or unmounted, which the system does not tell of
  /// by folders.
  package func lookAgain() -> FolderNews {
    var news = news()
    if !news.isGone { takeIn(FolderTree.root, telling: .recent, &news) }
    markLoners(&news)
    open.close()
    return news
  }

  /// Takes what happened since the last time; waits some milliseconds at most, for files to be closed.
  package func news() -> FolderNews {
    var news = first
    first = FolderNews()
    let began = clock.now
    #if os(Linux)
      if let queue { take(from: queue, &news) }
    #endif
    markLoners(&news)
    open.close()
    if polled.isEmpty { fresh.settle(now: began) }
    return news
  }

  #if os(Linux)
    /// What is met while the queue is emptied once.
    private struct Round {
      var created: [WatchedName] = []
      var closed: Set<WatchedName> = []
      /// Folders that left for a place that is not known yet, by the cookies of their renamings.
      var departed: [UInt32: FolderTree.Reference] = [:]
      /// The cookies of files that had a name that counts.
      var renamed: Set<UInt32> = []
      /// Whether more happened than was told.
      var isLost = false

      /// Whether files were made that nobody closed yet.
      var hasOpenFiles: Bool { created.contains { !closed.contains($0) } }
    }

    /// How long to wait for files to be closed that were just made.
    private static let patience = Duration.milliseconds(2)

    private func take(from queue: InotifyQueue, _ news: inout FolderNews) {
      var round = Round()
      while queue.read({ take($0, &round, &news) }) {}
      // Whoever made a file often closes it right away; it is looked at once, then.
      let end = ContinuousClock.now + Self.patience
      while round.hasOpenFiles, queue.wait(), ContinuousClock.now < end {
        while queue.read({ take($0, &round, &news) }) {}
      }
      if !round.departed.isEmpty {
        // Where a folder went is told right behind where it left, but not always at once.
        _ = queue.wait()
        while queue.read({ take($0, &round, &news) }) {}
        for reference in round.departed.values {
          if let number = tree.number(of: reference) { release(tree.remove(number)) }
        }
      }
      if round.isLost, !news.isGone {
        takeIn(FolderTree.root, telling: .recent, &news)
      }
      // By now it is known where their folders are.
      let sought = missed
      missed = []
      for file in sought { tell(file, .closed, &news) }
      (missed, lost) = (missed.subtracting(lost), missed)
      // A name that came without a file being written: a link, or a file that was made without one.
      for file in round.created where !round.closed.contains(file) {
        tell(file, .whenWhole, &news)
      }
      // Linux tells that a file is closed a moment before its writer counts as gone.
      if unsettled.keys.contains(where: round.closed.contains) {
        _ = poll(nil, 0, 1)
        for file in unsettled.keys where round.closed.contains(file) { tell(file, .closed, &news) }
      }
    }

    private func take(
      _ event: InotifyQueue.Event, _ round: inout Round, _ news: inout FolderNews
    ) {
      news.hasChanges = true
      if event.has(IN_Q_OVERFLOW) {
        round.isLost = true
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
        takeFolder(event, in: number, &round, &news)
      } else if !event.name.isEmpty {
        takeFile(event, in: number, &round, &news)
      }
    }

    private func takeFolder(
      _ event: InotifyQueue.Event, in parent: FolderTree.Number, _ round: inout Round,
      _ news: inout FolderNews
    ) {
      let name = OwnedBytes(event.name)
      related[parent] = nil
      if event.has(IN_MOVED_FROM) {
        round.departed[event.cookie] = tree.folder(name, in: parent).map(tree.reference)
      } else if event.has(IN_MOVED_TO),
        let reference = round.departed.removeValue(forKey: event.cookie),
        let number = tree.number(of: reference)
      {
        open.close()
        if tree.folder(parent, isWithin: number) {
          // Something happened in folders that nothing watches.
          round.isLost = true
        } else {
          release(
            counts(event.name) ? tree.move(number, to: parent, as: name) : tree.remove(number))
        }
      } else if event.has(IN_DELETE) {
        if let number = tree.folder(name, in: parent) { release(tree.remove(number)) }
      } else if event.has(IN_CREATE | IN_MOVED_TO), counts(event.name) {
        takeIn(tree.add(name, in: parent), telling: .everything, &news)
      }
    }

    private func takeFile(
      _ event: InotifyQueue.Event, in folder: FolderTree.Number, _ round: inout Round,
      _ news: inout FolderNews
    ) {
      let file = WatchedName(folder: tree.reference(to: folder), name: OwnedBytes(event.name))
      if event.has(IN_CREATE | IN_MOVED_TO) {
        related[folder]?.formUnion(RelatedNames(of: event.name))
      }
      if event.has(IN_CREATE) {
        round.created.append(file)
      } else if event.has(IN_CLOSE_WRITE) {
        round.closed.insert(file)
        tell(file, .closed, &news)
      } else if event.has(IN_MOVED_FROM) {
        // Another name makes no new picture of one that had a name before.
        if missed.remove(file) == nil, counts(event.name), !UnfinishedName.has(event.name) {
          round.renamed.insert(event.cookie)
        }
      } else if event.has(IN_MOVED_TO) {
        tell(file, round.renamed.remove(event.cookie) == nil ? .closed : .renamed, &news)
      }
    }
  #endif

  /// Forgets what was removed from the tree.
  func release(_ removed: [FolderTree.Removed]) {
    open.close()
    for folder in removed {
      polled[folder.number] = nil
      related[folder.number] = nil
      #if os(Linux)
        if let watch = folder.watch { queue?.remove(watch) }
      #endif
    }
  }

  /// Whether a name in a folder is one that counts.
  func counts(_ name: UnsafeRawBufferPointer) -> Bool {
    !SkippedFolder.has(name) && (options.includesHidden || name.first != UInt8(ascii: "."))
  }
}

/// A file, by its name in a folder that is watched.
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
