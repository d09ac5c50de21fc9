internal import Assets
internal import Platform

/// The open folders in the path of the one that was used last. Each is opened from the folder above
/// and never by a path, so that a symbolic link can't lead out of the library. All are closed soon,
/// as the system does not report the removal of an open folder.
struct OpenFolders {
  private let path: String
  private let identity: FileStatus
  private var root: DirectoryHandle?
  private var way: [(number: FolderTree.Number, handle: DirectoryHandle)] = []

  /// The maximal number of open folders.
  private static let deepest = 64

  /// Opens the root; throws ``FileProblem`` when the folder does not exist or can't be read.
  init(path: String) throws(FileProblem) {
    self.path = path
    let root = try DirectoryHandle(directory: AT_FDCWD, name: path, followsLink: true)
    guard let status = FileStatus(descriptor: root.descriptor) else {
      throw FileProblem(error: errno)
    }
    self.root = root
    identity = status
  }

  /// Returns the root, opened again if necessary; throws ``FileProblem`` if moved or replaced.
  private mutating func openRoot() throws(FileProblem) -> DirectoryHandle {
    if let root { return root }
    let opened = try DirectoryHandle(directory: AT_FDCWD, name: path, followsLink: true)
    guard let status = FileStatus(descriptor: opened.descriptor), status.isSameFile(as: identity)
    else { throw FileProblem("another folder stands there") }
    root = opened
    return opened
  }

  var isRootInPlace: Bool {
    var again = self
    again.close()
    return (try? again.openRoot()) != nil
  }

  /// Returns a folder, opened if necessary; throws ``FileProblem`` when it was moved or removed.
  mutating func open(
    _ number: FolderTree.Number, in tree: FolderTree
  ) throws(FileProblem) -> DirectoryHandle {
    var missing: [FolderTree.Number] = []
    var folder = number
    while folder != FolderTree.root {
      if let place = way.lastIndex(where: { $0.number == folder }) {
        way.removeLast(way.count - place - 1)
        break
      }
      missing.append(folder)
      guard let parent = tree.parent(of: folder) else { break }
      folder = parent
    }
    if folder == FolderTree.root { way.removeAll(keepingCapacity: true) }
    var handle: DirectoryHandle
    if let last = way.last { handle = last.handle } else { handle = try openRoot() }
    for number in missing.reversed() {
      handle = try tree.name(of: number).withCString { [handle] (name) throws(FileProblem) in
        try DirectoryHandle(directory: handle.descriptor, name: name)
      }
      if way.count < Self.deepest { way.append((number, handle)) }
    }
    return handle
  }

  /// Closes all folders, because they may have been moved.
  mutating func close() {
    way.removeAll()
    root = nil
  }
}
