internal import Platform
internal import Synchronization

/// The root of a folder that is a library: where it is, and what of it exists for whoever asks.
package final class FolderRoot: Sendable {
  /// The absolute path, without links.
  package let path: OwnedBytes
  /// The only files that exist; nil for all.
  package let chosen: ChosenAssets?
  package let pool = DirectoryPool(capacity: 256)
  private let handle: DirectoryHandle

  /// - Parameter chosen: the only files that there are; nil for all.
  /// - Throws: ``FileProblem`` when there is no such folder or it can't be read.
  package init(path: String, chosen: ChosenAssets? = nil) throws(FileProblem) {
    self.chosen = chosen
    handle = try DirectoryHandle(directory: AT_FDCWD, name: path, followsLink: true)
    guard let resolved = realpath(path, nil) else { throw FileProblem(error: errno) }
    defer { free(resolved) }
    self.path = OwnedBytes(UnsafeRawBufferPointer(start: resolved, count: strlen(resolved)))
  }

  /// The folder itself.
  package var directory: FolderDirectory { FolderDirectory(root: self, handle: handle) }
}

/// Bounds how many directories are open at once; the one that was opened first goes first.
package final class DirectoryPool: Sendable {
  private let capacity: Int
  private let open: Lock<[DirectorySlot]>

  package init(capacity: Int) {
    self.capacity = capacity
    open = Lock([])
  }

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
