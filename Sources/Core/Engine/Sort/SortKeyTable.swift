internal import Platform

/// The sort keys of many assets, held as bytes, with the order of ``AssetOrder``.
package struct SortKeyTable: ~Copyable {
  private let order: AssetOrder
  private var keys = ByteBuffer()
  private var entries: [Entry] = []

  private struct Entry {
    /// The first bytes of the key, as a number of the same order.
    let head: UInt64
    let start: Int
    let count: Int32
    let number: Int32
  }

  package init(_ order: AssetOrder) {
    self.order = order
  }

  /// Adds the key of an asset. The assets are numbered from 0, in the order in which they are added.
  package mutating func append(keyOf asset: Asset) {
    let start = keys.count
    order.append(keyOf: asset, to: &keys)
    let key = UnsafeRawBufferPointer(rebasing: keys.bytes[start...])
    entries.append(
      Entry(
        head: SortKeyHead(key).value, start: start, count: Int32(key.count),
        number: Int32(entries.count)))
  }

  /// Returns the assets' numbers in order: of equal assets, the one that was added first.
  package mutating func sorted() -> [Int] {
    let bytes = keys.bytes
    entries.sort { left, right in
      if left.head != right.head { return left.head < right.head }
      let order = SortKeyHead.compare(
        bytes[left.start..<left.start + Int(left.count)],
        bytes[right.start..<right.start + Int(right.count)])
      return order == 0 ? left.number < right.number : order < 0
    }
    return entries.map { Int($0.number) }
  }
}
