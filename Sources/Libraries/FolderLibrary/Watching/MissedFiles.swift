/// Files that a check did not find, as they, or folders above, moved; they are sought twice more.
struct MissedFiles {
  private var files: Set<WatchedName> = []
  /// The missed files whose names are new names of known files.
  private var renamed: Set<WatchedName> = []
  /// The missed files that the previous check did not find either.
  private var lost: Set<WatchedName> = []

  var isEmpty: Bool { files.isEmpty }

  func contains(_ file: WatchedName) -> Bool { files.contains(file) }

  mutating func insert(_ file: WatchedName) { files.insert(file) }

  /// Notes that a file, if it is missed, is a known one under a new name.
  mutating func noteRenamed(_ file: WatchedName) {
    if files.contains(file) { renamed.insert(file) }
  }

  /// Forgets a missed file that was renamed; returns true if it was new to the watcher.
  mutating func leave(_ file: WatchedName) -> Bool {
    files.remove(file) != nil && renamed.remove(file) == nil
  }

  /// Removes and returns all files, to be sought; those that are not found are added again.
  mutating func takeAll() -> Set<WatchedName> {
    defer { files = [] }
    return files
  }

  /// Forgets the files that two checks in a row did not find; called after each check.
  mutating func forgetLost() {
    (files, lost) = (files.subtracting(lost), files)
    renamed.formIntersection(files)
  }
}
