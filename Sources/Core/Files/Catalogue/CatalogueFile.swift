internal import CSystem
internal import Platform

/// The file of a catalogue, with functions that create and replace it. A lock file beside it is
/// locked (flock(2)): shared by all processes that use the catalogue, and exclusively to create or
/// replace it, so that no file or log is removed while in use. Releasing the object unlocks it.
final class CatalogueFile: Sendable {
  let path: String
  private let lock: Int32

  /// Opens the lock file, and creates its folder if necessary; throws
  /// ``CatalogueProblem/unusable(_:)`` if that fails, or for a network file system.
  init(path: String) throws(CatalogueProblem) {
    self.path = path
    let folder = Self.folder(of: path)
    do throws(StateDirectoryError) {
      try StateDirectories.make(folder: folder)
    } catch {
      throw .unusable("\(error)")
    }
    if let network = NetworkFileSystem.holding(folder) {
      throw .unusable("it would be on \(network.name), where files can't be shared safely")
    }
    lock = open(path + "-lock", O_RDWR | O_CREAT | O_CLOEXEC | O_NOFOLLOW, 0o600)
    guard lock >= 0 else { throw Self.failure() }
    // SQLite would open it read-only and fail in the middle of a run.
    guard access(folder, W_OK) == 0 else {
      let problem = Self.failure()
      close(lock)
      throw problem
    }
  }

  deinit {
    close(lock)
  }

  /// Replaces a damaged catalogue by an empty one; throws while another process uses it.
  func replace() throws(CatalogueProblem) {
    guard lockAlone() else { throw .unusable("another process uses it") }
    try removeFiles()
    try make()
    _ = flock(lock, LOCK_SH | LOCK_NB)
  }

  /// Removes the catalogue, unless another process uses it; returns true if it was removed.
  func remove() throws(CatalogueProblem) -> Bool {
    guard lockAlone() else { return false }
    try removeFiles()
    return true
  }

  /// Takes the exclusive lock; returns false while another process uses the catalogue. Waits for a
  /// few milliseconds, as a child process holds the lock until it executes its program.
  private func lockAlone() -> Bool {
    for _ in 0..<20 {
      if flock(lock, LOCK_EX | LOCK_NB) == 0 { return true }
      usleep(1000)
    }
    return false
  }

  /// Creates a catalogue if none exists, and takes the shared lock.
  func makeIfMissing() throws(CatalogueProblem) {
    // Another process that makes it takes a few milliseconds.
    for _ in 0..<50 {
      guard flock(lock, LOCK_SH | LOCK_NB) == 0 else {
        usleep(1000)
        continue
      }
      if try exists() { return }
      flock(lock, LOCK_UN)
      if flock(lock, LOCK_EX | LOCK_NB) == 0 {
        if try !exists() {
          // The log of a removed catalogue would be replayed into the new one.
          try removeFiles()
          try make()
        }
        guard flock(lock, LOCK_SH | LOCK_NB) == 0 else { continue }
        return
      }
      usleep(1000)
    }
    throw .unusable("another process uses it")
  }

  private func exists() throws(CatalogueProblem) -> Bool {
    var facts = stat()
    guard stat(path, &facts) == 0 else {
      guard errno == ENOENT else { throw Self.failure() }
      return false
    }
    guard facts.st_mode & S_IFMT == S_IFREG else { throw .unusable("it is not an ordinary file") }
    guard access(path, R_OK | W_OK) == 0 else { throw Self.failure() }
    // SQLite would wait for ever for the other end of a pipe in the place of its journal.
    for file in ["-wal", "-shm", "-journal"].map({ path + $0 }) {
      var facts = stat()
      if lstat(file, &facts) == 0, facts.st_mode & S_IFMT != S_IFREG {
        throw .damaged("\"\(file)\" is not an ordinary file")
      }
    }
    // The last page may be incomplete while a log is moved in, and SQLite takes it for a whole one.
    var log = stat()
    let hasLog = stat(path + "-wal", &log) == 0 && log.st_size > 0
    if !hasLog, Int64(facts.st_size) % CatalogueStore.pageSize != 0 {
      throw .damaged("it ends within a page")
    }
    return true
  }

  /// Returns the size of the database and its log in bytes; nil when none exists.
  static func byteCount(of path: String) -> Int64? {
    var facts = stat()
    guard stat(path, &facts) == 0 else { return nil }
    var sum = Int64(facts.st_size)
    if stat(path + "-wal", &facts) == 0 { sum += Int64(facts.st_size) }
    return sum
  }

  /// Creates an empty catalogue under a temporary name and renames it, so that a crash leaves no
  /// partial one. The caller holds the exclusive lock.
  private func make() throws(CatalogueProblem) {
    let draft = path + "-new"
    unlink(draft)
    let descriptor = open(draft, O_RDWR | O_CREAT | O_EXCL | O_CLOEXEC | O_NOFOLLOW, 0o600)
    guard descriptor >= 0 else { throw Self.failure() }
    close(descriptor)
    do throws(CatalogueProblem) {
      try CatalogueStore.make(at: draft)
      guard rename(draft, path) == 0 else { throw Self.failure() }
    } catch {
      unlink(draft)
      throw error
    }
  }

  private func removeFiles() throws(CatalogueProblem) {
    for suffix in ["", "-wal", "-shm", "-journal", "-new"] {
      guard unlink(path + suffix) == 0 || errno == ENOENT else { throw Self.failure() }
    }
  }

  private static func failure() -> CatalogueProblem {
    .unusable(String(cString: strerror(errno)).lowercased())
  }

  private static func folder(of path: String) -> String {
    guard let slash = path.utf8.lastIndex(of: UInt8(ascii: "/")) else { return "." }
    return slash == path.startIndex ? "/" : String(path[..<slash])
  }
}
