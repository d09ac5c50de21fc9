internal import Platform
internal import Synchronization

/// The root of a library that is a folder: its path, and the files that the user chose in it.
package final class FolderRoot: Sendable {
  /// The absolute path, without links.
  package let path: OwnedBytes
  /// The only files to read; nil for all.
  package let chosen: ChosenAssets?
  package let pool = DirectoryPool(capacity: 256)
  private let handle: DirectoryHandle

  /// Opens the folder at `path`; `chosen` are the only files to read, nil for all.
  ///
  /// - Throws: ``FileProblem`` when the folder does not exist or can't be read.
  package init(path: String, chosen: ChosenAssets? = nil) throws(FileProblem) {
    self.chosen = chosen
    handle = try DirectoryHandle(directory: AT_FDCWD, name: path, followsLink: true)
    guard let real = RealPath(path) else { throw FileProblem(error: errno) }
    self.path = OwnedBytes(real.bytes)
  }

  /// The root folder as one of the library's, through which all others are opened.
  package var directory: FolderDirectory { FolderDirectory(root: self, handle: handle) }
}

/// A limit on the number of open directories; beyond it, the half that was opened first is closed.
package final class DirectoryPool: Sendable {
  private let capacity: Int
  private let open: Lock<[DirectorySlot]>

  package init(capacity: Int) {
    self.capacity = capacity
    open = Lock([])
  }

  /// Adds an open directory, and closes older ones beyond the limit.
  package func admit(_ slot: DirectorySlot) {
    let evicted: ArraySlice<DirectorySlot>? = open.withLock { open in
      open.append(slot)
      guard open.count > capacity else { return nil }
      let half = open.prefix(capacity / 2)
      open.removeFirst(half.count)
      return half
    }
    for slot in evicted ?? [] { slot.handle = nil }
  }
}

/// A container for a directory's handle while it is open; safe from any thread.
package final class DirectorySlot: Sendable {
  private let content: Lock<DirectoryHandle?>

  package init(_ handle: DirectoryHandle?) {
    content = Lock(handle)
  }

  package var handle: DirectoryHandle? {
    get { content.withLock { $0 } }
    set { content.withLock { $0 = newValue } }
  }
}
