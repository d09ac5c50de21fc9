import Foundation

/// Everything that a program could change in a folder: names, kinds, sizes, times and contents.
///
/// The time of the last status change is part of it, which not even the owner can set back.
package struct FolderState: Equatable {
  private var entries: [String: Entry] = [:]

  /// The part of an SQLite database, and of the files beside it, that counts.
  package enum Care {
    case contents
    /// Another process has it open for this one: reading its files here would drop SQLite's locks,
    /// which belong to a process.
    case dates
    /// This process has it open for writing; its connections share the index, which each writes.
    case datesButOfIndex
  }

  private struct Entry: Equatable {
    let mode: mode_t
    let size: Int
    let modified: [Int]
    let changed: [Int]
    let content: Data?
  }

  package init(_ folder: String, database: Care = .contents) {
    var names = FileManager.default.enumerator(atPath: folder)?.compactMap { $0 as? String } ?? []
    names.append("")
    for name in names {
      let isIndex = name.hasSuffix(".sqlite-shm")
      if isIndex, database == .datesButOfIndex { continue }
      var facts = stat()
      guard lstat("\(folder)/\(name)", &facts) == 0 else { continue }
      #if canImport(Darwin)
        let (modified, changed) = (facts.st_mtimespec, facts.st_ctimespec)
      #else
        let (modified, changed) = (facts.st_mtim, facts.st_ctim)
      #endif
      let isDatabase = isIndex || name.hasSuffix(".sqlite") || name.hasSuffix(".sqlite-wal")
      let isRead = facts.st_mode & S_IFMT == S_IFREG && !(isDatabase && database != .contents)
      entries[name] = Entry(
        mode: facts.st_mode, size: Int(facts.st_size),
        modified: [modified.tv_sec, modified.tv_nsec], changed: [changed.tv_sec, changed.tv_nsec],
        content: isRead ? FileManager.default.contents(atPath: "\(folder)/\(name)") : nil)
    }
  }

  package var names: [String] { entries.keys.sorted() }

  /// The names of what is not in both, or differs.
  package func changes(since other: FolderState) -> [String] {
    Set(names).union(other.names).filter { entries[$0] != other.entries[$0] }.sorted()
  }

  /// The same without what no one can set back: when something's status changed, and when a folder did.
  package func contentChanges(since other: FolderState) -> [String] {
    changes(since: other).filter { name in
      guard let new = entries[name], let old = other.entries[name] else { return true }
      let isFolder = new.mode & S_IFMT == S_IFDIR
      return new.mode != old.mode || new.content != old.content
        || !isFolder && new.modified != old.modified
    }
  }
}
