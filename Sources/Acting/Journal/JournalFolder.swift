internal import CSystem
internal import Platform

/// The journals of all runs that moved, copied or linked files, a file for each.
///
/// `12.open` is the journal of a run that goes on, or was killed; `12.done` of one that came to its
/// end. The folder is the user's own, and nobody else may write into it.
package struct JournalFolder: Sendable {
  private let folder: LazyFolder

  /// How many journals are kept; the oldest go first.
  private static let mostKept = 1000
  private static let open = ".open"
  private static let done = ".done"

  /// - Parameter path: of the folder, which need not be there.
  package init(path: String) {
    let slash = path.lastIndex(of: "/") ?? path.startIndex
    folder = LazyFolder(
      [String(path[slash...].dropFirst())], below: String(path[..<slash]))
  }

  package var path: String { folder.path }

  /// Begins the journal of a run.
  func begin(rule: String, at moment: Instant) throws(FileProblem) -> JournalRun {
    try folder.make { (folder) throws(FileProblem) in
      // One at a time, so that no two runs have the same number.
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
      let run = JournalRun(number, descriptor: made)
      guard flock(made, LOCK_EX | LOCK_NB) == 0 else { throw FileProblem(error: errno) }
      try run.append(JournalText.opening(rule: rule, at: moment), syncs: true)
      try folder.sync()
      return run
    }
  }

  /// Notes that nobody works on a run's deeds any more.
  package func end(_ run: JournalRun) {
    guard let folder = folder.existing() else { return }
    let (from, to) = ("\(run.number)\(Self.open)", "\(run.number)\(Self.done)")
    _ = renameat(folder.descriptor, from, folder.descriptor, to)
  }

  /// The numbers of all runs, the oldest first.
  package var numbers: [Int] {
    folder.existing().map { Self.runs(in: $0).map(\.number) } ?? []
  }

  /// The numbers of those that go on, or were killed.
  var openNumbers: [Int] {
    folder.existing().map { Self.runs(in: $0).filter { !$0.isDone }.map(\.number) } ?? []
  }

  /// What the journal of a run says, which may still go on; nil where there is none.
  package func content(of number: Int) throws(FileProblem) -> JournalContent? {
    guard let folder = folder.existing() else { return nil }
    for ending in [Self.open, Self.done] {
      guard let file = try? folder.open("\(number)\(ending)") else { continue }
      return JournalContent(try file.bytes(from: 0, count: Int(file.status.size)))
    }
    return nil
  }

  /// Opens the journal of a run that is over; nil where there is none, or the run goes on.
  package func reopen(_ number: Int) throws(FileProblem) -> JournalRun? {
    guard let folder = folder.existing() else { return nil }
    for ending in [Self.open, Self.done] {
      let flags = O_RDWR | O_APPEND | O_NOFOLLOW | O_NONBLOCK | O_CLOEXEC
      let opened = openat(folder.descriptor, "\(number)\(ending)", flags)
      guard opened >= 0 else {
        if errno == ENOENT { continue }
        throw FileProblem(error: errno)
      }
      let run = JournalRun(number, descriptor: opened)
      guard flock(opened, LOCK_EX | LOCK_NB) == 0 else { return nil }
      // So that a kill from here on leaves it as one that did not come to its end.
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
