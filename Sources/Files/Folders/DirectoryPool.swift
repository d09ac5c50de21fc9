internal import Synchronization

/// Bounds how many directories are open at once; the one that was opened first goes first.
package final class DirectoryPool: Sendable {
  private let capacity: Int
  private let open: Mutex<[DirectorySlot]>

  package init(capacity: Int) {
    self.capacity = capacity
    open = Mutex([])
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
