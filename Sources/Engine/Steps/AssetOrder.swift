/// The order of assets by some of their fields.
///
/// An asset that does not know the field comes last, whatever the direction. Equal ones follow
/// their `localIdentifier`, byte by byte.
package struct AssetOrder {
  private let keys: [SortKey]

  package init(_ keys: [SortKey]) {
    self.keys = keys
  }

  /// The values that an asset is ordered by.
  package struct Key {
    fileprivate let values: [SortValue]
    fileprivate let identifier: [UInt8]
    fileprivate let place: Int
  }

  /// An asset with the values that it is ordered by.
  package struct Entry {
    package let asset: Asset
    fileprivate let key: Key
  }

  package func entry(for asset: Asset, place: Int) -> Entry {
    Entry(asset: asset, key: key(for: asset, place: place))
  }

  package func key(for asset: Asset, place: Int) -> Key {
    let identifier: [UInt8] =
      switch asset.value(of: .localIdentifier) {
      case .text(let text): Array(text.bytes)
      case .string(let string): Array(string.utf8)
      default: []
      }
    return Key(
      values: keys.map { SortValue(asset.value(of: $0.field)) }, identifier: identifier,
      place: place)
  }

  package func precedes(_ left: Entry, _ right: Entry) -> Bool { precedes(left.key, right.key) }

  package func precedes(_ left: Key, _ right: Key) -> Bool {
    for (index, key) in keys.enumerated() {
      let (mine, theirs) = (left.values[index], right.values[index])
      if mine == theirs { continue }
      if mine == .absent { return false }
      if theirs == .absent { return true }
      return key.isDescending ? theirs < mine : mine < theirs
    }
    if left.identifier != right.identifier {
      return left.identifier.lexicographicallyPrecedes(right.identifier)
    }
    return left.place < right.place
  }
}
