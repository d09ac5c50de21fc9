internal import CSystem
internal import Platform

/// The folders from which a run took files. Those that are empty at its end are removed if shotflow
/// made them, and so are the folders above; the journal names others.
struct EmptiedFolders {
  private var folders: Set<[UInt8]> = []
  private var libraries: Set<[UInt8]> = []

  /// Notes that a file was taken away; its library's own folder stays in any case.
  mutating func note(_ file: [UInt8], in library: [UInt8]?) {
    folders.insert(Self.above(file))
    if let library { libraries.insert(library) }
  }

  /// Removes and names the folders. A watch does neither, as files come into its folders again.
  func settle(_ journal: RunJournal) {
    guard journal.isByHand else { return }
    var empty = folders.subtracting(libraries).filter(Self.isEmpty)
    if empty.isEmpty { return }
    let made = journal.madeFolders()
    var left: [[UInt8]] = []
    // The deepest first, as they are in the others.
    while let folder = empty.max(by: { $0.count < $1.count }) {
      empty.remove(folder)
      guard made.contains(folder), journal.remove(folder) else {
        left.append(folder)
        continue
      }
      let above = Self.above(folder)
      if made.contains(above), !libraries.contains(above), Self.isEmpty(above) {
        empty.insert(above)
      }
    }
    journal.note(emptied: left)
  }

  private static func above(_ path: [UInt8]) -> [UInt8] {
    Array(path[..<(path.lastIndex(of: UInt8(ascii: "/")) ?? path.startIndex)])
  }

  private static func isEmpty(_ folder: [UInt8]) -> Bool {
    let handle = try? OwnedBytes(folder).withCString { (path) throws(FileProblem) in
      try DirectoryHandle(withoutLinks: path)
    }
    return handle?.names(includingLinks: true).isEmpty ?? false
  }
}
