internal import CSQLite
internal import CSystem
internal import Platform
internal import SQLite

extension LedgerFile {
  /// How many damaged ledgers are kept side by side.
  private static let keptLimit = 1000

  /// Whether damage that SQLite told of is in the file, and not in reading it: SQLite calls a disk that
  /// reports an error a damaged file, too (`SQLITE_IOERR_CORRUPTFS`).
  ///
  /// To be asked only while this process has no connection to it; see ``LedgerFile``.
  var isDamagedForGood: Bool {
    guard isReadable else { return false }
    do throws(SQLiteProblem) {
      let answer = try SQLiteConnection(path: path).text("PRAGMA quick_check(1)")
      let status = FileStatus(directory: AT_FDCWD, name: path)
      return answer != "ok" || status?.size == 0
    } catch {
      return [SQLITE_CORRUPT, SQLITE_NOTADB].contains(error.code)
    }
  }

  /// Whether every byte can be read.
  private var isReadable: Bool {
    guard let file = try? OpenFile(directory: AT_FDCWD, name: path) else { return false }
    var block = [UInt8](repeating: 0, count: 1 << 16)
    var offset: Int64 = 0
    while true {
      let count = csystem_read_at(file.descriptor, &block, block.count, offset)
      if count < 0 { return false }
      if count == 0 { return true }
      offset += Int64(count)
    }
  }

  /// Gives a damaged ledger another name, with its log, so that it is kept as it is.
  ///
  /// From then on no new ledger is made by itself: what a person was offered is not known any more,
  /// and only they can say that it may be offered again.
  ///
  /// - Parameter status: the file that was found to be damaged; another that lies there by now stays.
  /// - Returns: the new path; nil when it can't be moved.
  func setAside(_ status: FileStatus?) -> String? {
    guard let status, let current = FileStatus(directory: AT_FDCWD, name: path),
      current.isSameFile(as: status)
    else { return nil }
    for number in 1...Self.keptLimit {
      let target = setAsidePath(number)
      guard csystem_rename_new(AT_FDCWD, path, target) == 0 else {
        if errno == EEXIST { continue }
        return nil
      }
      // The ledger goes first: a log without one is never taken for a new ledger's.
      _ = csystem_rename_new(AT_FDCWD, path + "-wal", target + "-wal")
      unlink(path + "-shm")
      return target
    }
    return nil
  }

  /// The damaged ledger that was set aside last; nil if there is none.
  func lastSetAside() -> String? {
    var facts = stat()
    // They are numbered without gaps, unless somebody removed one.
    var found: String?
    for number in 1...Self.keptLimit {
      let candidate = setAsidePath(number)
      if stat(candidate, &facts) == 0 {
        found = candidate
      } else if found != nil || number > 8 {
        break
      }
    }
    return found
  }

  private func setAsidePath(_ number: Int) -> String {
    let ending = ".sqlite"
    let stem = path.hasSuffix(ending) ? String(path.dropLast(ending.utf8.count)) : path
    return "\(stem).damaged-\(number)\(ending)"
  }
}
