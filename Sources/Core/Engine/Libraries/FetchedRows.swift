internal import Platform
internal import Synchronization

/// A cache of the most recently read rows of assets, in blocks of a result's positions; safe from
/// any thread. The rows are immutable. Each caller makes its own assets from them, because an asset
/// is for one thread.
package final class FetchedRows<Block: Sendable>: Sendable {
  /// The key of a block: rows `block * blockSize..<(block + 1) * blockSize` of a result.
  package struct Key: Hashable, Sendable {
    /// The number of the result.
    package let result: Int
    /// The index of the block in the result.
    package let block: Int

    package init(result: Int, block: Int) {
      self.result = result
      self.block = block
    }
  }

  /// The number of rows in a block, read at once. A screen of thumbnails is one or two.
  package static var blockSize: Int { 64 }

  private let blocks: Lock<RecentlyUsed<Key, Block>>

  /// - Parameter bound: The maximal number of rows, rounded down to whole blocks.
  package init(bound: Int) {
    blocks = Lock(RecentlyUsed(capacity: bound / Self.blockSize))
  }

  /// Returns a block; nil if it is not in the cache.
  package func block(_ key: Key) -> Block? { blocks.withLock { $0.value(of: key) } }

  /// Stores a block that was read.
  package func insert(_ block: Block, for key: Key) {
    blocks.withLock { $0.insert(block, for: key) }
  }

  /// Removes all blocks.
  package func removeAll() { blocks.withLock { $0.removeAll() } }

  /// The number of blocks in memory.
  package var count: Int { blocks.withLock { $0.count } }
}
