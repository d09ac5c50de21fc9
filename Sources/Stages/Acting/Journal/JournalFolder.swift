internal import CSystem
internal import Platform

/// The journals of all runs that moved, copied, linked or trashed files, each in a file with a
/// ``JournalName``. No other user may write there.
package struct JournalFolder: Sendable {
  private let folder: LazyFolder
  private let limits: Limits

  /// The maximum number of journals; the oldest are removed first.
  struct Limits: Sendable {
    /// The number of runs by hand and of watches; all runs of one watch count as one.
    var groups = 1000
    /// The number of runs of all watches together.
    var watched = 10_000
  }

  /// Creates the list of the journals in the folder at `path`, which need not exist.
  package init(path: String) { self.init(path: path, Limits()) }

  init(path: String, _ limits: Limits) {
    let slash = path.lastIndex(of: "/") ?? path.startIndex
    folder = LazyFolder(
      [String(path[slash...].dropFirst())], below: String(path[..<slash]))
    self.limits = limits
  }

  /// The folder's path.
  package var path: String { folder.path }

  /// The origin of a run that gets a journal.
  enum Origin {
    case hand
    /// A watch, with the number of its first run; nil for that run itself.
    case watch(Int?)
  }

  func begin(
    rule: String, at moment: Instant, from origin: Origin = .hand
  ) throws(FileProblem) -> JournalFile {
    try folder.make { (folder) throws(FileProblem) in
      try Self.locked(folder) { () throws(FileProblem) in
        let known = Self.names(in: folder)
        let number = (known.last?.run.number ?? 0) + 1
        let run =
          switch origin {
          case .hand: JournalRun(number)
          case .watch(let first): JournalRun(number, of: first ?? number)
          }
        for old in surplus(of: known, before: run) { folder.remove(old.text) }
        let flags = O_RDWR | O_CREAT | O_EXCL | O_APPEND | O_NOFOLLOW | O_CLOEXEC
        let made = openat(
          folder.descriptor, JournalName(run, isDone: false).text, flags,
          mode_t(PrivateFolder.fileMode))
        guard made >= 0 else { throw FileProblem(error: errno) }
        let file = JournalFile(run, descriptor: made)
        guard flock(made, LOCK_EX | LOCK_NB) == 0 else { throw FileProblem(error: errno) }
        try file.append(JournalFormat.opening(rule: rule, at: moment), syncs: true)
        try folder.sync()
        return file
      }
    }
  }

  /// Returns the journals to remove as a run begins, the oldest of those above ``Limits``. Journals
  /// of runs that go on or were killed are kept.
  private func surplus(of known: [JournalName], before run: JournalRun) -> [JournalName] {
    var groups: Set<Int> = [run.group]
    var watched = run.watch == nil ? 0 : 1
    return known.reversed().filter { name in
      if groups.count < limits.groups { groups.insert(name.run.group) }
      guard groups.contains(name.run.group) else { return name.isDone }
      if name.run.watch != nil { watched += 1 }
      return name.isDone && name.run.watch != nil && watched > limits.watched
    }
  }

  /// Renames the journal of a run that ended to `.done`. One that lacks lines stays open, as that
  /// of a killed run, so that ``JournalRecovery`` finds out what was done.
  package func end(_ file: JournalFile) {
    guard !file.lacksLines, let folder = folder.existing() else { return }
    let (from, to) = (
      JournalName(file.run, isDone: false).text, JournalName(file.run, isDone: true).text
    )
    _ = renameat(folder.descriptor, from, folder.descriptor, to)
  }

  /// The file about the last run by hand that changed no file; no journal, as nothing can be undone.
  private static let idle = "idle"

  /// Notes a run by hand that changed no file; nothing if there is no journal that an undo could take
  /// for that run's.
  func noteIdle(rule: String, at moment: Instant) {
    try? folder.existing()?.write(JournalFormat.opening(rule: rule, at: moment), to: Self.idle)
  }

  /// The last run by hand that changed no file; nil if none is known.
  var lastIdle: JournalContent? {
    guard let file = try? folder.existing()?.open(Self.idle),
      let bytes = try? file.bytes(from: 0, count: Int(file.status.size))
    else { return nil }
    return JournalContent(bytes)
  }

  /// Throws ``FileProblem`` if there may be journals that can't be read, as others may write into the
  /// folder or it belongs to them.
  package func check() throws(FileProblem) { try folder.check() }

  /// All runs with a journal, the oldest first.
  package var runs: [JournalRun] { names.map(\.run) }

  /// The runs that go on or were killed.
  var openRuns: [JournalRun] { names.filter { !$0.isDone }.map(\.run) }

  private var names: [JournalName] { folder.existing().map(Self.names) ?? [] }

  /// Reads the journal of a run, which may still go on; returns nil if none exists.
  package func content(of run: JournalRun) throws(FileProblem) -> JournalContent? {
    guard let folder = folder.existing() else { return nil }
    // It may get the other name meanwhile.
    for isDone in [true, false, true] {
      guard let file = try? folder.open(JournalName(run, isDone: isDone).text) else { continue }
      return try JournalContent(of: run, in: file)
    }
    return nil
  }

  /// Opens the journal of a run that ended; returns nil if none exists, or the run goes on.
  package func reopen(_ run: JournalRun) throws(FileProblem) -> JournalFile? {
    guard let folder = folder.existing() else { return nil }
    return try Self.locked(folder) { () throws(FileProblem) in
      // The journal counts as open again, so that an undo that is killed is completed later.
      let open = JournalName(run, isDone: false).text
      for name in [open, JournalName(run, isDone: true).text] {
        let flags = O_RDWR | O_APPEND | O_NOFOLLOW | O_NONBLOCK | O_CLOEXEC
        let opened = openat(folder.descriptor, name, flags)
        guard opened >= 0 else {
          if errno == ENOENT { continue }
          throw FileProblem(error: errno)
        }
        let file = JournalFile(run, descriptor: opened)
        guard flock(opened, LOCK_EX | LOCK_NB) == 0 else { return nil }
        guard renameat(folder.descriptor, name, folder.descriptor, open) == 0 else {
          // The run ended at this moment, or its journal was removed.
          if errno == ENOENT { continue }
          throw FileProblem(error: errno)
        }
        return file
      }
      return nil
    }
  }

  /// Calls `body` while no other process begins or opens a journal, so that no two runs get the same
  /// number, and none finds a journal that its run has not locked yet.
  private static func locked<Result>(
    _ folder: PrivateFolder, _ body: () throws(FileProblem) -> Result
  ) throws(FileProblem) -> Result {
    while flock(folder.descriptor, LOCK_EX) != 0, errno == EINTR {}
    defer { flock(folder.descriptor, LOCK_UN) }
    return try body()
  }

  private static func names(in folder: PrivateFolder) -> [JournalName] {
    folder.names().compactMap(JournalName.init).sorted { $0.run.number < $1.run.number }
  }
}
