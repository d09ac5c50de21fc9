internal import CSQLite
internal import Files
internal import Platform

/// The reasons for which the ledger can't be used. Nothing was offered or forgotten then.
package enum LedgerError: Error, Hashable, Sendable {
  /// A file that is no readable database, or lacks data that every ledger has.
  case damaged(path: String, reason: String)
  /// A damaged ledger that was renamed; there is no ledger at its path now.
  case setAside(path: String, reason: String, aside: String)
  /// No ledger: a damaged one was renamed, and the user did not ask for a new one.
  case notRestored(path: String, aside: String)
  /// A ledger that is not damaged, although a new one was to be created.
  case present(path: String)
  /// Lines to import that no export writes, and the number of all such; nothing was imported.
  case invalidLines([LedgerLineProblem], count: Int)
  /// A database of another application.
  case foreign(path: String)
  /// A ledger whose tables differ from those that shotflow creates.
  case altered(path: String, difference: String)
  /// A file or folder that other users could have written.
  case notTrusted(path: String, reason: String)
  case newer(path: String, version: Int64, known: Int64)
  /// A write-ahead log without its ledger; it would be replayed into a new one.
  case logWithoutLedger(path: String)
  case notWritable(path: String, reason: String)
  case diskFull(path: String)
  /// A ledger that would exceed the largest file size of the system or the user's limit.
  case tooLarge(path: String)
  case locked(path: String, for: Duration)
  case onNetwork(path: String, fileSystem: String)
  /// Any other failure of the system.
  case failed(path: String, reason: String)
  /// An unknown path of the ledger: no variable of the environment gives it.
  case noFolder
  case invalidMemory(String)
  case invalidDigest(String)
}

extension LedgerError: CustomStringConvertible {
  package var description: String { message(for: "shotflow") }

  /// Returns the problem and its remedy as a command of `tool`, as the user calls it.
  package func message(for tool: String) -> String {
    switch self {
    case .damaged(let path, let reason):
      "the ledger \"\(path)\" is damaged (\(reason)); restore it from a backup, or set it aside with "
        + "\"\(tool) ledger new\", and what it remembers may be offered again"
    case .setAside(let path, let reason, let aside):
      "the ledger \"\(path)\" is damaged (\(reason)) and was set aside as \"\(aside)\"; nothing is "
        + "offered " + Self.remedy(tool)
    case .notRestored(let path, let aside):
      "there is no ledger \"\(path)\" since it was damaged and set aside as \"\(aside)\"; nothing is "
        + "offered " + Self.remedy(tool)
    case .present(let path):
      "there is a ledger \"\(path)\"; \"\(tool) ledger forget --all\" empties it"
    case .invalidLines(let problems, let count):
      problems.map { "line \($0.line): \($0.reason)" }.joined(separator: "; ")
        + "; \(count) wrong in all, nothing was taken in"
    case .foreign(let path):
      "\"\(path)\" is a database, but not a ledger; move it away, or set XDG_STATE_HOME"
    case .altered(let path, let difference):
      "the ledger \"\(path)\" is not as shotflow made it: \(difference); restore it from a backup, or "
        + "move it away, and what it remembers may be offered again"
    case .notTrusted(let path, let reason):
      "the ledger \"\(path)\" can't be believed: \(reason); make it and its folder files of your own "
        + "that only you can write, or set XDG_STATE_HOME"
    case .newer(let path, let version, let known):
      "the ledger \"\(path)\" was made by a newer shotflow (version \(version), this one knows "
        + "\(known)); update shotflow, or set XDG_STATE_HOME to use another ledger"
    case .logWithoutLedger(let path):
      "the ledger \"\(path)\" is gone, but its log \"\(path)-wal\" is not; restore the ledger, or "
        + "remove the log to start a new one"
    case .notWritable(let path, let reason):
      "can't write the ledger \"\(path)\": \(reason); make it and its folder writable, or set "
        + "XDG_STATE_HOME"
    case .diskFull(let path):
      "can't write the ledger \"\(path)\": the disk is full; free some space, nothing was lost"
    case .tooLarge(let path):
      "can't write the ledger \"\(path)\": \(FileProblem(error: EFBIG).reason); nothing was lost"
    case .locked(let path, let time):
      "the ledger \"\(path)\" was locked by another process for \(time.formatted); run again when it "
        + "has finished"
    case .onNetwork(let path, let fileSystem):
      "the ledger \"\(path)\" would be on a network file system (\(fileSystem)), where processes "
        + "can't share it; set XDG_STATE_HOME to a local folder"
    case .failed(let path, let reason):
      "can't use the ledger \"\(path)\": \(reason)"
    case .noFolder: StateDirectoryError.noHome(variable: "XDG_STATE_HOME").description
    case .invalidMemory(let name):
      "\"\(name)\" is no name for a memory; use 1 to 64 letters, digits, \".\", \"_\" and \"-\", "
        + "the first a letter or a digit"
    case .invalidDigest(let text):
      "\"\(text)\" is no digest; give at least \(DigestPrefix.minimumCount) hexadecimal digits, "
        + "after \"sha1:\" or \"sha256:\" if you like"
    }
  }
}

extension LedgerError {
  private static func remedy(_ tool: String) -> String {
    "until \"\(tool) ledger import\" restores what \"\(tool) ledger export\" saved, or \"\(tool) "
      + "ledger new\" starts an empty one, and what was forgotten may be offered again"
  }
}

extension Duration {
  fileprivate var formatted: String {
    let seconds = self / .seconds(1)
    return seconds == seconds.rounded() ? "\(Int64(seconds)) s" : "\(seconds) s"
  }
}

extension LedgerError {
  init(_ error: any Error, path: String, busyTimeout: Duration) {
    if let error = error as? LedgerError {
      self = error
      return
    }
    guard let error = error as? SQLiteProblem else {
      self = .failed(path: path, reason: "\(error)")
      return
    }
    // The log and the index of the log report a full disk as an error of input or output.
    if let number = error.systemError, [ENOSPC, EDQUOT].contains(number) {
      self = .diskFull(path: path)
      return
    }
    if error.systemError == EFBIG {
      self = .tooLarge(path: path)
      return
    }
    switch error.code {
    case SQLITE_CORRUPT, SQLITE_NOTADB: self = .damaged(path: path, reason: error.message)
    case SQLITE_BUSY, SQLITE_LOCKED: self = .locked(path: path, for: busyTimeout)
    case SQLITE_FULL: self = .diskFull(path: path)
    case SQLITE_READONLY, SQLITE_PERM, SQLITE_CANTOPEN:
      self = .notWritable(path: path, reason: error.message)
    case SQLITE_IOERR:
      self = .failed(
        path: path,
        reason:
          "\(error.message); the disk may be full or failing: free some space, and look at the "
          + "system's log")
    default: self = .failed(path: path, reason: error.message)
    }
  }
}

extension LedgerError {
  /// Renames a ledger that is damaged each time that it is read, and returns `setAside`; returns
  /// other errors unchanged. `status` is the opened file's, nil to leave the ledger at its path.
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
