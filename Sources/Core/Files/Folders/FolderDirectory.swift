internal import CSystem

/// A folder of a library. It is opened from the folder above and never by a path, so that a
/// symbolic link can't lead out of the library, and no path is too long. Its handle is kept while
/// the library's ``DirectoryPool`` has room, and opened again when needed.
package final class FolderDirectory: Sendable {
  package let root: FolderRoot
  package let parent: FolderDirectory?
  /// The folder's own name; empty for the root.
  package let name: OwnedBytes
  /// The path from the library's root, without a slash at either end.
  package let relativePath: OwnedBytes
  private let slot: DirectorySlot

  package init(root: FolderRoot, handle: DirectoryHandle) {
    self.root = root
    parent = nil
    name = OwnedBytes([])
    relativePath = name
    slot = DirectorySlot(handle)
  }

  package init(_ name: OwnedBytes, in parent: FolderDirectory) {
    root = parent.root
    self.parent = parent
    self.name = name
    relativePath = parent.relativePath.joined(with: name)
    slot = DirectorySlot(nil)
  }

  /// Returns the open directory; opens it again if it was closed.
  package func open() throws(FileProblem) -> DirectoryHandle {
    if let open = slot.handle { return open }
    guard let parent else { throw FileProblem("the library was closed") }
    let above = try parent.open()
    let opened = try name.withCString { (name) throws(FileProblem) in
      try DirectoryHandle(directory: above.descriptor, name: name)
    }
    slot.handle = opened
    root.pool.admit(slot)
    return opened
  }

  var folderNames: [String] {
    var names: [String] = []
    var folder = self
    while let parent = folder.parent {
      names.append(folder.name.string)
      folder = parent
    }
    return names.reversed()
  }
}

extension FolderDirectory {
  /// The folders in this one, from directory entries alone, by their names: without hidden and
  /// skipped ones and links, as in the walk for assets, and without names that are not valid UTF-8,
  /// which can't be typed. Empty if it can't be read.
  package var visibleFolders: [FolderDirectory] {
    let collector = EntryCollector(includesHidden: false, includesFiles: false)
    guard let handle = try? open() else { return [] }
    let context = Unmanaged.passUnretained(collector).toOpaque()
    guard csystem_list(handle.descriptor, context, collectEntry) == 0 else { return [] }
    let folders = collector.found.compactMap { entry -> OwnedBytes? in
      let name = collector.names[Int(entry.start)..<Int(entry.start) + Int(entry.count)]
      let isSkipped = name.withUnsafeBytes { SkippedFolder.has($0, withLibraries: true) }
      if isSkipped || String(validating: name, as: UTF8.self) == nil { return nil }
      switch entry.kind {
      case .directory: return OwnedBytes(Array(name))
      case nil:
        let owned = OwnedBytes(Array(name))
        let status = owned.withCString { FileStatus(directory: handle.descriptor, name: $0) }
        return status?.kind == .directory ? owned : nil
      default: return nil
      }
    }
    return folders.sorted { $0.span.precedes($1.span) }.map { FolderDirectory($0, in: self) }
  }
}
