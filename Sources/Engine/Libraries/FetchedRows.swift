internal import Platform
internal import Synchronization

/// Rows of assets that were read last, in blocks of a result's positions; safe from any thread.
///
/// Holds what does not change and belongs to nobody. Assets are made of it anew for each who asks,
/// as an asset is for one thread.
package final class FetchedRows<Block: Sendable>: Sendable {
  /// Which rows: those of a result's positions from ``blockSize`` times `block` on.
  package struct Key: Hashable, Sendable {
    package let result: Int
    package let block: Int

    package init(result: Int, block: Int) {
      self.result = result
      self.block = block
    }
  }

  /// So many are read at once. A screen of thumbnails is one or two blocks.
  package static var blockSize: Int { 64 }

  private let blocks: Lock<RecentlyUsed<Key, Block>>

  /// - Parameter bound: how many rows are held; whole blocks of them.
  package init(bound: Int) {
    blocks = Lock(RecentlyUsed(capacity: bound / Self.blockSize))
  }

  package func block(_ key: Key) -> Block? { blocks.withLock { $0.value(of: key) } }

  package func insert(_ block: Block, for key: Key) {
    blocks.withLock { $0.insert(block, for: key) }
  }

  package func removeAll() { blocks.withLock { $0.removeAll() } }

  /// How many blocks are held.
  package var count: Int { blocks.withLock { $0.count } }
}
