internal import CSystem
internal import Platform

/// The journals of all runs that moved, copied, linked or trashed files. `12.open` is that of a run that
/// still goes on or was killed, `12.done` of one that ended. No other user may write there.
package struct JournalFolder: Sendable {
  private let folder: LazyFolder

  /// The maximum number of journals; the oldest are removed first.
  private static let mostKept = 1000
  private static let open = ".open"
  private static let done = ".done"

  /// Creates the object; a folder at `path` need not exist.
  package init(path: String) {
    let slash = path.lastIndex(of: "/") ?? path.startIndex
    folder = LazyFolder(
      [String(path[slash...].dropFirst())], below: String(path[..<slash]))
  }

  /// The folder's path.
  package var path: String { folder.path }

  func begin(rule: String, at moment: Instant) throws(FileProblem) -> JournalFile {
    try folder.make { (folder) throws(FileProblem) in
      // Locked, so that no two runs get the same number.
      while flock(folder.descriptor, LOCK_EX) != 0, errno == EINTR {}
      defer { flock(folder.descriptor, LOCK_UN) }
      let known = Self.runs(in: folder)
      for old in known.dropLast(Self.mostKept - 1) where old.isDone {
        folder.remove(old.name)
      }
      let number = (known.last?.number ?? 0) + 1
      let flags = O_RDWR | O_CREAT | O_EXCL | O_APPEND | O_NOFOLLOW | O_CLOEXEC
      let made = openat(
        folder.descriptor, "\(number)\(Self.open)", flags, mode_t(PrivateFolder.fileMode))
      guard made >= 0 else { throw FileProblem(error: errno) }
      let run = JournalFile(number, descriptor: made)
      guard flock(made, LOCK_EX | LOCK_NB) == 0 else { throw FileProblem(error: errno) }
      try run.append(JournalFormat.opening(rule: rule, at: moment), syncs: true)
      try folder.sync()
      return run
    }
  }

  /// Renames the journal of a run that ended. One that lacks lines stays open, as that of a killed
  /// run, so that ``JournalRecovery`` finds out what was done.
  package func end(_ run: JournalFile) {
    guard !run.lacksLines, let folder = folder.existing() else { return }
    let (from, to) = ("\(run.number)\(Self.open)", "\(run.number)\(Self.done)")
    _ = renameat(folder.descriptor, from, folder.descriptor, to)
  }

  /// The numbers of all runs, the oldest first.
  package var numbers: [Int] {
    folder.existing().map { Self.runs(in: $0).map(\.number) } ?? []
  }

  /// The numbers of the runs that go on or were killed.
  var openNumbers: [Int] {
    folder.existing().map { Self.runs(in: $0).filter { !$0.isDone }.map(\.number) } ?? []
  }

  /// Reads the journal of a run, which may still go on; returns nil if there is none.
  package func content(of number: Int) throws(FileProblem) -> JournalContent? {
    guard let folder = folder.existing() else { return nil }
    for ending in [Self.open, Self.done] {
      guard let file = try? folder.open("\(number)\(ending)") else { continue }
      return JournalContent(try file.bytes(from: 0, count: Int(file.status.size)))
    }
    return nil
  }

  /// Opens the journal of a run that ended; returns nil if there is none, or the run goes on.
  package func reopen(_ number: Int) throws(FileProblem) -> JournalFile? {
    guard let folder = folder.existing() else { return nil }
    for ending in [Self.open, Self.done] {
      let flags = O_RDWR | O_APPEND | O_NOFOLLOW | O_NONBLOCK | O_CLOEXEC
      let opened = openat(folder.descriptor, "\(number)\(ending)", flags)
      guard opened >= 0 else {
        if errno == ENOENT { continue }
        throw FileProblem(error: errno)
      }
      let run = JournalFile(number, descriptor: opened)
      guard flock(opened, LOCK_EX | LOCK_NB) == 0 else { return nil }
      // The journal counts as open again, so that an undo that is killed is completed later.
      let name = "\(number)\(Self.open)"
      guard renameat(folder.descriptor, "\(number)\(ending)", folder.descriptor, name) == 0 else {
        throw FileProblem(error: errno)
      }
      return run
    }
    return nil
  }

  private static func runs(
    in folder: PrivateFolder
  ) -> [(number: Int, isDone: Bool, name: String)] {
    folder.names().compactMap { name in
      let isDone = name.hasSuffix(done)
      guard isDone || name.hasSuffix(open), let number = Int(name.dropLast(done.count)), number > 0
      else { return nil }
      return (number, isDone, name)
    }.sorted { $0.number < $1.number }
  }
}
