internal import Platform
internal import Synchronization

/// Where a directory's handle is kept while it is open; safe from any thread.
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
