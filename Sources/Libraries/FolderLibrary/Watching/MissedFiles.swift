/// Files that a check did not find: they, or their folders, were renamed meanwhile. They are sought
/// twice more.
struct MissedFiles {
  private var files: Set<WatchedName> = []
  /// Those of them that are new names of known files.
  private var renamed: Set<WatchedName> = []
  /// The files that the check before did not find either.
  private var lost: Set<WatchedName> = []

  var isEmpty: Bool { files.isEmpty }

  func contains(_ file: WatchedName) -> Bool { files.contains(file) }

  mutating func insert(_ file: WatchedName) { files.insert(file) }

  /// Notes that a file, if it is missed, is a known one under a new name.
  mutating func noteRenamed(_ file: WatchedName) {
    if files.contains(file) { renamed.insert(file) }
  }

  /// Forgets a file that gave up its name; returns true if it was a new one.
  mutating func leave(_ file: WatchedName) -> Bool {
    files.remove(file) != nil && renamed.remove(file) == nil
  }

  /// Removes and returns all files, to be sought; those that are not found are added again.
  mutating func takeAll() -> Set<WatchedName> {
    defer { files = [] }
    return files
  }

  /// Forgets the files that were not found once more, after those of ``takeAll()`` were sought.
  mutating func forgetLost() {
    (files, lost) = (files.subtracting(lost), files)
    renamed.formIntersection(files)
  }
}
