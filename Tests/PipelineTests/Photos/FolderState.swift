import Foundation

/// Everything that a program could change in a folder: names, kinds, sizes, times and contents.
///
/// The time of the last status change is part of it, which not even the owner can set back.
struct FolderState: Equatable {
  private var entries: [String: Entry] = [:]

  private struct Entry: Equatable {
    let mode: mode_t
    let size: Int
    let modified: [Int]
    let changed: [Int]
    let content: Data?
  }

  init(_ folder: String) {
    var names = FileManager.default.enumerator(atPath: folder)?.compactMap { $0 as? String } ?? []
    names.append("")
    for name in names {
      var facts = stat()
      guard lstat("\(folder)/\(name)", &facts) == 0 else { continue }
      #if canImport(Darwin)
        let (modified, changed) = (facts.st_mtimespec, facts.st_ctimespec)
      #else
        let (modified, changed) = (facts.st_mtim, facts.st_ctim)
      #endif
      let isFile = facts.st_mode & S_IFMT == S_IFREG
      entries[name] = Entry(
        mode: facts.st_mode, size: Int(facts.st_size),
        modified: [modified.tv_sec, modified.tv_nsec], changed: [changed.tv_sec, changed.tv_nsec],
        content: isFile ? FileManager.default.contents(atPath: "\(folder)/\(name)") : nil)
    }
  }

  var names: [String] { entries.keys.sorted() }
}
