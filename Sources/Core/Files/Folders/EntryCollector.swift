package import CSystem

/// A list of a directory's entries that a C function fills while it reads the directory.
package final class EntryCollector {
  private let includesHidden: Bool
  private let includesFiles: Bool
  private let includesLinks: Bool
  /// The names of all entries, each followed by a NUL.
  package private(set) var names: [UInt8] = []
  /// The entries, in the order of the directory.
  package private(set) var found: [Found] = []

  /// An entry, with the position of its name in ``names``.
  package struct Found {
    package let start: UInt32
    package let count: UInt32
    package let inode: UInt64
    /// The file type; nil if the file system does not report it.
    package let kind: FileStatus.Kind?
  }

  /// - Parameter includesLinks: True to include links and what is neither a file nor a folder.
  package init(includesHidden: Bool, includesFiles: Bool = true, includesLinks: Bool = false) {
    self.includesHidden = includesHidden
    self.includesFiles = includesFiles
    self.includesLinks = includesLinks
  }

  /// Adds a file or folder; returns false if the names would take more than 4 GiB.
  package func add(_ entry: csystem_entry) -> Bool {
    if !includesFiles, entry.kind == CSYSTEM_ENTRY_FILE { return true }
    let name = UnsafeRawBufferPointer(start: entry.name, count: entry.name_length)
    if !includesHidden, name.first == UInt8(ascii: ".") { return true }
    guard names.count + name.count < Int(UInt32.max) else { return false }
    let kind: FileStatus.Kind?
    switch entry.kind {
    case CSYSTEM_ENTRY_FILE: kind = .file
    case CSYSTEM_ENTRY_DIRECTORY: kind = .directory
    case CSYSTEM_ENTRY_LINK, CSYSTEM_ENTRY_OTHER:
      guard includesLinks else { return true }
      kind = entry.kind == CSYSTEM_ENTRY_LINK ? .link : .other
    default: kind = nil
    }
    found.append(
      Found(
        start: UInt32(names.count), count: UInt32(name.count), inode: entry.inode, kind: kind))
    names.append(contentsOf: name)
    names.append(0)
    return true
  }
}

/// Adds an entry to the collector `context`, and returns 0, or 1 to end the listing; called by C,
/// and a free function, so that no actor isolates it.
package func collectEntry(
  _ context: UnsafeMutableRawPointer?, _ entry: UnsafePointer<csystem_entry>?
) -> Int32 {
  guard let context, let entry else { return 1 }
  let collector = Unmanaged<EntryCollector>.fromOpaque(context).takeUnretainedValue()
  return collector.add(entry.pointee) ? 0 : 1
}
