/// The names in the folders of the files that a stage acts on or compares. Each folder is read once, and again
/// when that takes a small part of the time. Confined to one worker.
package final class KnownFolders {
  private var known: [[UInt8]: (names: FolderNames, end: ContinuousClock.Instant)] = [:]
  private var count = 0

  /// The number of names from which on those of all folders are forgotten.
  private static let limit = 500_000
  /// The time for which names are kept, as a multiple of the time it took to read them.
  private static let rest = 20

  package init() {}

  /// Returns the names in an open folder with an absolute path.
  package func names(in folder: DirectoryHandle, at path: [UInt8]) -> FolderNames {
    let start = ContinuousClock.now
    if let known = known[path], start < known.end { return known.names }
    let names = FolderNames(in: folder)
    if count > Self.limit { (known, count) = ([:], 0) }
    count += names.count
    let end = ContinuousClock.now
    known[path] = (names, end + (end - start) * Self.rest)
    return names
  }
}
