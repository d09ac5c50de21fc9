internal import CSQLite
internal import SQLite

extension LedgerError {
  /// Says what a failure of SQLite's means to the person who runs the tool.
  init(_ error: any Error, path: String, busyTimeout: Duration) {
    if let error = error as? LedgerError {
      self = error
      return
    }
    guard let error = error as? SQLiteProblem else {
      self = .failed(path: path, reason: "\(error)")
      return
    }
    switch error.code {
    case SQLITE_CORRUPT, SQLITE_NOTADB: self = .damaged(path: path, reason: error.message)
    case SQLITE_BUSY, SQLITE_LOCKED: self = .locked(path: path, for: busyTimeout)
    case SQLITE_FULL: self = .diskFull(path: path)
    case SQLITE_READONLY, SQLITE_PERM, SQLITE_CANTOPEN:
      self = .notWritable(path: path, reason: error.message)
    default: self = .failed(path: path, reason: error.message)
    }
  }
}

extension LedgerError {
  /// The same, after a ledger that is damaged whenever it is read was set aside.
  ///
  /// - Parameter status: the file that was opened; nil to leave it where it is.
  func settingAside(_ status: FileStatus?, at path: String) -> LedgerError {
    guard case .damaged(_, let reason) = self else { return self }
    let file = LedgerFile(path: path)
    guard file.isDamagedForGood else {
      return .failed(
        path: path, reason: "\(reason), but read once more it is sound; try again")
    }
    guard let status, let aside = file.setAside(status) else { return self }
    return .setAside(path: path, reason: reason, aside: aside)
  }
}
