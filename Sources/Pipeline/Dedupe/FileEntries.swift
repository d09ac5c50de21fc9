internal import Platform

/// A set of the directory entries of assets' files, in which each entry has one spelling. A file
/// that is found twice, by links of folders, mounts or spellings of its path, is no duplicate of
/// itself: removing one would remove both. Two hard links are two entries.
package struct FileEntries {
  private var paths: Set<[UInt8]> = []
  private var entries: Set<Entry> = []

  package init() {}

  private struct Entry: Hashable {
    let device: UInt64
    let file: UInt64
    /// The entry's folder and name; nil for a file without other hard links, wherever mounted.
    var name: Name?
  }

  private struct Name: Hashable {
    let device: UInt64
    let folder: UInt64
    let name: [UInt8]
  }

  /// Adds the entry of an asset; returns false if it was added before. Throws ``FileProblem`` if
  /// the file no longer exists.
  package mutating func insert(_ asset: Asset) throws(FileProblem) -> Bool {
    guard let path = asset.original?.pathBytes, !path.isEmpty else { return true }
    let terminated = path.map { CChar(bitPattern: $0) } + [0]
    guard let resolved = realpath(terminated, nil) else { throw FileProblem(error: errno) }
    defer { free(resolved) }
    var facts = stat()
    guard stat(resolved, &facts) == 0 else { throw FileProblem(error: errno) }
    let real = Array(UnsafeRawBufferPointer(start: resolved, count: strlen(resolved)))
    var entry = Entry(device: UInt64(truncatingIfNeeded: facts.st_dev), file: UInt64(facts.st_ino))
    if facts.st_nlink > 1 { entry.name = try Self.name(of: real) }
    let isNewPath = paths.insert(real).inserted
    let isNewEntry = entries.insert(entry).inserted
    return isNewPath && isNewEntry
  }

  /// Returns the indices of assets without those of files that occurred before. An asset whose file
  /// can't be examined fails for `stage`, and is left out.
  static func firsts(of places: [Int], _ assets: [Asset], stage: String) -> [Int] {
    var entries = FileEntries()
    return places.filter { place in
      do throws(FileProblem) {
        return try entries.insert(assets[place])
      } catch {
        assets[place].fail(stage: stage, error.reason)
        return false
      }
    }
  }

  /// Returns the folder, as device and inode, and the name of an absolute path without links.
  private static func name(of real: [UInt8]) throws(FileProblem) -> Name {
    let slash = real.lastIndex(of: UInt8(ascii: "/")) ?? 0
    let folder = real[...slash].map { CChar(bitPattern: $0) } + [0]
    var facts = stat()
    guard stat(folder, &facts) == 0 else { throw FileProblem(error: errno) }
    return Name(
      device: UInt64(truncatingIfNeeded: facts.st_dev), folder: UInt64(facts.st_ino),
      name: Array(real[(slash + 1)...]))
  }
}
