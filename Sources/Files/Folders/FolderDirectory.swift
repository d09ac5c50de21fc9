/// A folder of a library, reached from the folder above and never by a path.
///
/// So that a link put in the way can't lead out of the library, and no path is too long. Its
/// handle is kept while the library's ``DirectoryPool`` lets it and opened again when needed.
final class FolderDirectory: Sendable {
  let library: FolderLibrary
  let parent: FolderDirectory?
  /// The folder's own name; empty for the root.
  let name: OwnedBytes
  /// The path from the library's root, without a slash at either end.
  let relativePath: OwnedBytes
  private let slot: DirectorySlot

  init(root library: FolderLibrary, handle: DirectoryHandle) {
    self.library = library
    parent = nil
    name = OwnedBytes([])
    relativePath = name
    slot = DirectorySlot(handle)
  }

  init(_ name: OwnedBytes, in parent: FolderDirectory) {
    library = parent.library
    self.parent = parent
    self.name = name
    relativePath = parent.relativePath.joined(with: name)
    slot = DirectorySlot(nil)
  }

  /// The open directory; opened anew when it was closed meanwhile.
  func open() throws(FileProblem) -> DirectoryHandle {
    if let open = slot.handle { return open }
    guard let parent else { throw FileProblem("the library was closed") }
    let above = try parent.open()
    let opened = try name.withCString { (name) throws(FileProblem) in
      try DirectoryHandle(directory: above.descriptor, name: name)
    }
    slot.handle = opened
    library.pool.admit(slot)
    return opened
  }

  /// The names of the folders from the library's root to this one.
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
