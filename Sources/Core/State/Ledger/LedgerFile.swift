internal import Platform

/// A ledger's path and the checks of its files, which never open them. A process that closes any
/// descriptor of a file drops its POSIX locks on it (fcntl(2)), and SQLite holds such locks: so
/// only SQLite opens the file.
struct LedgerFile: Hashable, Sendable {
  let path: String

  /// The time limit of a step of SQLite, which millions of entries on a slow disk stay far below.
  static let longestStep = Duration.seconds(60)

  var folder: String {
    guard let slash = path.utf8.lastIndex(of: UInt8(ascii: "/")) else { return "." }
    return slash == path.startIndex ? "/" : String(path[..<slash])
  }

  /// Returns true if a ledger exists. Throws for an empty file, and for a log without a ledger:
  /// their content was lost, but SQLite would take them for a new ledger.
  ///
  /// - Parameter acceptsLoss: True if there may be a new ledger after a damaged one was renamed.
  func exists(acceptsLoss: Bool = false) throws(LedgerError) -> Bool {
    try checkTrust()
    // The log is looked for first: were a ledger made in between, its log would come after it.
    var facts = stat()
    let hasLog = stat(path + "-wal", &facts) == 0
    guard stat(path, &facts) == 0 else {
      guard errno == ENOENT else { throw failure() }
      if hasLog { throw .logWithoutLedger(path: path) }
      if let aside = lastSetAside(), !acceptsLoss { throw .notRestored(path: path, aside: aside) }
      return false
    }
    guard facts.st_mode & S_IFMT == S_IFREG else {
      throw .failed(path: path, reason: "it is not a regular file")
    }
    if facts.st_size == 0 { throw .damaged(path: path, reason: "the file is empty") }
    return true
  }

  /// Throws for a ledger that other users could have written or replaced. Only links in the path of
  /// the folder are followed, as the user chose it.
  private func checkTrust() throws(LedgerError) {
    var facts = stat()
    if stat(folder, &facts) == 0 { try checkTrust(of: folder, facts) }
    for file in ["", "-wal", "-shm", "-journal"].map({ path + $0 }) where lstat(file, &facts) == 0 {
      if facts.st_mode & S_IFMT == S_IFLNK {
        throw .notTrusted(path: path, reason: "\"\(file)\" is a link")
      }
      if file != path, facts.st_mode & S_IFMT != S_IFREG {
        throw .failed(path: path, reason: "\"\(file)\" is not a regular file")
      }
      try checkTrust(of: file, facts)
    }
  }

  private func checkTrust(of place: String, _ facts: stat) throws(LedgerError) {
    if facts.st_uid != geteuid() {
      throw .notTrusted(path: path, reason: "\"\(place)\" belongs to another user")
    }
    if facts.st_mode & (S_IWGRP | S_IWOTH) != 0 {
      throw .notTrusted(path: path, reason: "others may write into \"\(place)\"")
    }
  }

  /// Throws if the folder is on a network file system, where processes can't share a ledger.
  func checkPlace() throws(LedgerError) {
    if let network = NetworkFileSystem.holding(folder) {
      throw .onNetwork(path: path, fileSystem: network.name)
    }
  }

  /// Throws if the ledger, or its log and index, which even reading needs, can't be written: SQLite
  /// would open it read-only and fail in the midst of a run.
  func checkWritable() throws(LedgerError) {
    for place in [path, folder] where access(place, W_OK) != 0 {
      throw failure()
    }
  }

  func failure() -> LedgerError {
    let reason = String(cString: strerror(errno)).lowercased()
    switch errno {
    case ENOSPC, EDQUOT: return .diskFull(path: path)
    case EFBIG: return .tooLarge(path: path)
    case EACCES, EPERM, EROFS: return .notWritable(path: path, reason: reason)
    default: return .failed(path: path, reason: reason)
    }
  }
}
