package import CSystem

/// Gathers the entries of a directory while C lists it.
package final class EntryCollector {
  private let includesHidden: Bool
  private let includesFiles: Bool
  package private(set) var names: [UInt8] = []
  package private(set) var found: [Found] = []

  package struct Found {
    package let start: UInt32
    package let count: UInt32
    package let inode: UInt64
    /// Nil when the file system does not tell.
    package let kind: FileStatus.Kind?
  }

  package init(includesHidden: Bool, includesFiles: Bool = true) {
    self.includesHidden = includesHidden
    self.includesFiles = includesFiles
  }

  /// Returns false when a folder holds more names than can be counted here.
  package func add(_ entry: csystem_entry) -> Bool {
    if !includesFiles, entry.kind == CSYSTEM_ENTRY_FILE { return true }
    let name = UnsafeRawBufferPointer(start: entry.name, count: entry.name_length)
    if !includesHidden, name.first == UInt8(ascii: ".") { return true }
    guard names.count + name.count < Int(UInt32.max) else { return false }
    let kind: FileStatus.Kind?
    switch entry.kind {
    case CSYSTEM_ENTRY_FILE: kind = .file
    case CSYSTEM_ENTRY_DIRECTORY: kind = .directory
    case CSYSTEM_ENTRY_LINK, CSYSTEM_ENTRY_OTHER: return true
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

/// Called by C for each entry; a free function, so that it is bound to no actor.
package func collectEntry(
  _ context: UnsafeMutableRawPointer?, _ entry: UnsafePointer<csystem_entry>?
) -> Int32 {
  guard let context, let entry else { return 1 }
  let collector = Unmanaged<EntryCollector>.fromOpaque(context).takeUnretainedValue()
  return collector.add(entry.pointee) ? 0 : 1
}
