internal import CSQLite
internal import CSystem
internal import Files
internal import Platform

extension LedgerFile {
  /// The greatest number of damaged ledgers to keep.
  private static let keptLimit = 1000

  /// True if the file itself is damaged, rather than an error of reading it: SQLite also calls a
  /// disk's error damage (`SQLITE_IOERR_CORRUPTFS`). Use it only while this process has no
  /// connection to the file; see ``LedgerFile``.
  var isDamagedForGood: Bool {
    guard isReadable else { return false }
    do throws(SQLiteProblem) {
      let answer = try SQLiteConnection(
        path: path, longestStep: Self.longestStep, isGuarded: true
      ).text("PRAGMA quick_check(1)")
      let status = FileStatus(directory: AT_FDCWD, name: path)
      return answer != "ok" || status?.size == 0
    } catch {
      return [SQLITE_CORRUPT, SQLITE_NOTADB].contains(error.code)
    }
  }

  private var isReadable: Bool {
    guard let file = try? OpenFile(directory: AT_FDCWD, name: path) else { return false }
    var block = [UInt8](repeating: 0, count: 1 << 16)
    var offset: Int64 = 0
    var end: Int64 = 0
    // Holes are zeros that no disk has to give, and may be of any size.
    while csystem_next_data(file.descriptor, offset, file.status.size, &offset, &end) {
      let count = csystem_read_at(file.descriptor, &block, block.count, offset)
      if count < 0 { return false }
      if count == 0 { return true }
      offset += Int64(count)
    }
    return true
  }

  /// Renames a damaged ledger and its log, unless another file than `status` is in its place now.
  /// Returns the new path; nil if it can't be moved. After that, no new ledger is created unless
  /// the user asks for it, as contents may then be offered again.
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

  /// Returns the path of the damaged ledger that was renamed last; nil if none exists.
  func lastSetAside() -> String? {
    var facts = stat()
    // They are numbered without gaps, unless one was removed.
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
